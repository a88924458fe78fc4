"Training runs and their records."
from memdml.specs import Spec
from memdml.training.experiments import Experiment
from memdml.training.preparation import benchmark_of, build, prepare  # whose checks are added to an experiment's
from memdml.training.records import Record, run
from memdml.training.trainer import Trainer
