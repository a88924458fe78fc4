"Memories of past embeddings."
from memdml.memory.core import MemoryQueue
from memdml.memory.xbm import CrossBatchMemory
