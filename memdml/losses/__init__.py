"Losses on embeddings."
from memdml.losses.pair import ContrastiveLoss, MultiSimilarityLoss, PairLoss, TripletLoss
