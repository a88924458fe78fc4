"Training runs and their records."
from typing import TYPE_CHECKING

from memdml.specs import Spec
from memdml.training.experiments import Experiment
from memdml.training.records import Record, run

if TYPE_CHECKING: from memdml.training.trainer import Trainer

__all__ = ["Experiment", "Record", "Spec", "Trainer", "run"]


def __getattr__(name: str):  # the trainer needs PyTorch; reading records of runs and writing them down begins without it
    if name != "Trainer": raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from memdml.training.trainer import Trainer
    return Trainer
