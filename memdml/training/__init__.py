"Training runs and their records."
from memdml.training.experiments import Experiment, Record, run
from memdml.training.trainer import Trainer
