"Training runs and their records."
from typing import TYPE_CHECKING

from memdml.training.experiments import Experiment, Record, run

if TYPE_CHECKING: from memdml.training.trainer import Trainer

__all__ = ["Experiment", "Record", "Trainer", "run"]


def __getattr__(name: str):  # the trainer needs PyTorch; descriptions and records do not
    if name != "Trainer": raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from memdml.training.trainer import Trainer
    return Trainer
