"Losses on embeddings."
from memdml.losses.pair import (BinomialDevianceLoss, CenterContrastiveLoss, CircleLoss, ContrastiveLoss, HingeLikeLoss,
                                InfoNCELoss, MultiSimilarityLoss, PairLoss, SupConLoss, TripletLoss, TupletMarginLoss,
                                WeightedPairLoss)
from memdml.losses.classes import (ArcFaceLoss, BroadFaceLoss, CosFaceLoss, CurricularFaceLoss, NormSoftmaxLoss, ProxyAnchorLoss,
                                   ProxyNCALoss, SoftmaxLoss, VirtualSoftmaxLoss)
from memdml.losses.miners import MinedLoss, PairMarginMiner
from memdml.objectives import LossObjective, Objective
