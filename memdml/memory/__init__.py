"Memories of past embeddings."
from memdml.memory.core import IndexedMemory, MemoryQueue
from memdml.memory.updates import IndexedCrossBatchMemory
from memdml.memory.xbm import CrossBatchMemory, CrossBatchObjective
