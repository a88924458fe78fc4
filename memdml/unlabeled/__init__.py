"What learns without labels: candidates and InsCLR, and the methods that it is compared with."
from memdml.unlabeled.candidates import CandidatePool, TupleSampler
from memdml.unlabeled.self_supervised import DeepCluster, PCL
from memdml.unlabeled.insclr import InsCLR
from memdml.unlabeled.self_supervised import BYOL, MoCo, SimCLR, SwAV
