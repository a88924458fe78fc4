"Memories of past embeddings."
from memdml.memory.core import IndexedMemory, MemoryQueue
from memdml.memory.normalize import (AdaptiveXBN, CenterXBN, ClusterXBN, DelayedXBN, PerClassXBN, RecencyXBN, RiemannianXBN, ScaleXBN,
                                     SuperClassXBN, XBN)
from memdml.memory.smoco import MomentumEncoder, MomentumObjective
from memdml.memory.updates import IndexedCrossBatchMemory
from memdml.memory.xbm import CrossBatchMemory, CrossBatchObjective
