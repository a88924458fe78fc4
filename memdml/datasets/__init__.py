"Data sets, their splits, and batches from them."
from memdml.datasets import fine_grained, folders, glyphs, google_landmarks, landmarks, products, small_images  # registers their builders with `load`
from memdml.datasets.batches import Batch
from memdml.datasets.core import Benchmark, RetrievalSet, load
