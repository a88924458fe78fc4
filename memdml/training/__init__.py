"Training runs and their records."
from memdml.specs import Spec
from memdml.training.experiments import Experiment
from memdml.training import preparation  # adds its checks to those of an experiment
from memdml.training.records import Record, run
from memdml.training.trainer import Trainer
