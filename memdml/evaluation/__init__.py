"Search, metrics, and measurements of the embedding space."
from memdml.evaluation.metrics import retrieval_metrics
from memdml.evaluation.search import exact_search
from memdml.evaluation.space import feature_drift, valid_negatives
