"Data sets, their splits, and batches from them."
from memdml.datasets import benchmarks, fine_grained, glyphs, google_landmarks, landmarks, products  # registers their builders with `load`
from memdml.datasets.batches import Batch
from memdml.datasets.core import Benchmark, RetrievalSet, load
