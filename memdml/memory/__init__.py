"Memories of past embeddings."
from memdml.memory.core import MemoryQueue
from memdml.memory.normalize import CenterXBN, DelayedXBN, PerClassXBN, ScaleXBN, SuperClassXBN, XBN
from memdml.memory.normalize import AdaptiveXBN, ClusterXBN, RecencyXBN, RiemannianXBN
from memdml.memory.smoco import MomentumEncoder, MomentumObjective
from memdml.memory.updates import IndexedCrossBatchMemory, IndexedMemory
from memdml.memory.virtual import ClassMemory, MemVir, StepQueue
from memdml.memory.xbm import CrossBatchMemory, CrossBatchObjective
