"Search, metrics, measurements of the embedding space, and examples to look at."
from memdml.evaluation.examples import retrieval_examples, training_examples
from memdml.evaluation.metrics import retrieval_metrics
from memdml.evaluation.search import exact_search
from memdml.evaluation.space import feature_drift, valid_negatives
