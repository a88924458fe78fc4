"Losses on embeddings."
from memdml.losses.pair import (BinomialDevianceLoss, CenterContrastiveLoss, CircleLoss, ContrastiveLoss, HingeLikeLoss,
                                InfoNCELoss, MinedLoss, MultiSimilarityLoss, PairLoss, PairMarginMiner, SupConLoss,
                                TripletLoss, TupletMarginLoss, WeightedPairLoss)
from memdml.losses.classes import (ArcFaceLoss, BroadFaceLoss, CosFaceLoss, CurricularFaceLoss, NormSoftmaxLoss, ProxyAnchorLoss,
                                   ProxyNCALoss, SoftmaxLoss, VirtualSoftmaxLoss)
from memdml.objectives import LossObjective, Objective
