"Data sets, their splits, and batches from them."
from memdml.datasets import glyphs  # registers its builder with `load`
from memdml.datasets.core import Benchmark, RetrievalSet, load
