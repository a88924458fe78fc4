"Search, metrics, measurements of the embedding space, and examples to look at."
from memdml.evaluation.examples import (benchmark_metrics, benchmark_values, drawn_gallery, drawn_gallery_metrics,
                                        drawn_gallery_values, retrieval_examples, training_examples)
from memdml.evaluation.landmarks import (embed_scales, gldv2_metrics, gldv2_values, landmark_metrics, landmark_values,
                                         learn_whitening, truth_metrics, truth_values)
from memdml.evaluation.metrics import (bootstrap_intervals, mean_values, ranked_values, retrieval_metrics,
                                       retrieval_values)
from memdml.evaluation.search import HNSW, IVF, ApproximateIndex, approximate_search, exact_search
from memdml.evaluation.space import feature_drift, valid_negatives
