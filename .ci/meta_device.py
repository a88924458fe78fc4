"""A whole training step on tensors without numbers: what would fail on a GPU, or make it wait, is found on any laptop.

Chapter 430 tells how, and tests it.
"""
import sys
import sysconfig
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import fields, replace
from pathlib import Path
from types import FrameType
from typing import Any
from unittest import mock

import torch
from torch import nn
from torch.optim.optimizer import Optimizer
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves
from torch.utils.weak import WeakTensorKeyDictionary

import memdml
from memdml.datasets.batches import Batch
from memdml.objectives import LossObjective, Objective
from memdml.training.trainer import adam


class DeviceFault(RuntimeError):
    "A step would make a GPU wait, or mixes it with the CPU."


_INDEXING = "aten::index", "aten::index_put", "aten::index_put_", "aten::_index_put_impl_", "aten::_unsafe_index"


def _tensors(values: Any) -> list[torch.Tensor]: return [x for x in tree_leaves(values) if isinstance(x, torch.Tensor)]


def _why_it_waits(operation: Any, args: tuple, options: dict[str, Any]) -> str:
    "For what an operation on the device makes the program wait; '' if it does not."
    name, tags = operation._schema.name, operation.tags
    if name in _INDEXING:
        masked = any(x.dtype in (torch.bool, torch.uint8) for x in _tensors(args[1]))
        return "takes those that a mask chooses, whose number the program waits for" if masked else ""
    if name == "aten::repeat_interleave" and options.get("output_size") is not None: return ""
    if name.startswith("aten::_linalg"): return "waits to see whether the numbers could be solved for"
    if torch.Tag.data_dependent_output in tags: return "waits for a number"
    return "has a result whose size the program waits for" if torch.Tag.dynamic_output_shape in tags else ""


def _why_it_copies(operation: Any, on_device: bool, options: dict[str, Any]) -> str:
    "What an operation copies between the devices, of which it was given tensors of one; '' if it does not."
    to = options.get("device")
    leaves = to is not None and (torch.device(to).type == "meta") != on_device
    if leaves: return "copies from the device, and waits" if on_device else "copies a CPU tensor to the device"
    return "copies Python numbers to the device" if on_device and operation._schema.name == "aten::lift_fresh" else ""


_PACKAGE = Path(memdml.__file__).parent
_LIBRARIES = tuple(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib"))


def _frames(frame: FrameType | None) -> Iterator[FrameType]:
    "A frame and those that called it."
    while frame is not None:
        yield frame
        frame = frame.f_back


def _place(lines: Iterable[tuple[FrameType, int]]) -> str:
    "File and line of the first that is of memdml, or of the user's own code; '' if there is none."
    for frame, line in lines:
        file = frame.f_code.co_filename
        if "__tracebackhide__" in frame.f_locals: continue  # this chapter's own, as pytest marks them
        if file.startswith(str(_PACKAGE)): return f"{Path(file).relative_to(_PACKAGE.parent).as_posix()}:{line}"
        if not file.startswith(_LIBRARIES): return f"{Path(file).name}:{line}"
    return ""


class DeviceWatch(TorchDispatchMode):
    "Raises DeviceFault, within a `with`, where an operation would make a GPU wait or mixes it with the CPU."
    def __init__(self):
        super().__init__()
        self.made = WeakTensorKeyDictionary()  # tensors of the CPU -> where they were made

    def __torch_dispatch__(self, operation, types, args=(), kwargs=None):
        __tracebackhide__ = True  # see `_place`
        options, given = kwargs or {}, _tensors((args, kwargs))
        on_device, host = any(x.is_meta for x in given), [x for x in given if not x.is_meta]
        if on_device and host: self.refuse(operation, "is given tensors of the CPU and of the device", host)
        if on_device and (why := _why_it_waits(operation, args, options)): self.refuse(operation, why)
        if given and (why := _why_it_copies(operation, on_device, options)): self.refuse(operation, why, host)
        out = operation(*args, **options)
        for x in _tensors(out):
            if not x.is_meta and x not in self.made:
                self.made[x] = _place((frame, frame.f_lineno) for frame in _frames(sys._getframe()))
        return out

    def refuse(self, operation: Any, why: str, host: Iterable[torch.Tensor] = ()) -> None:
        "Raises DeviceFault, with where the tensor of the CPU was made if there is one."
        __tracebackhide__ = True
        made = [self.made[x] for x in host if self.made.get(x)]
        raise DeviceFault(f"{operation} {why}" + (f" (made at {made[0]})" if made else ""))


@contextmanager
def _stand_ins() -> Iterator[None]:
    "`torch.autocast` and fused optimizers take the device, too, and its tensors are not written as text."
    real, module, written = torch.autocast, sys.modules[Optimizer.__module__], torch.Tensor.__repr__
    devices = [*module._get_fused_kernels_supported_devices(), "meta"]
    def autocast(device_type: str, *args: Any, **options: Any) -> Any:
        return nullcontext() if device_type == "meta" else real(device_type, *args, **options)
    def text(tensor: torch.Tensor, **options: Any) -> str:
        __tracebackhide__ = True
        if tensor.is_meta: raise DeviceFault("a tensor of the device is written as text, which waits for its numbers")
        return written(tensor, **options)
    with (mock.patch.object(torch, "autocast", autocast), mock.patch.object(torch.Tensor, "__repr__", text),
          mock.patch.object(module, "_get_fused_kernels_supported_devices", lambda: devices)): yield


def moved(
    batch: Batch,
    device: str,  # "meta": without its numbers
) -> Batch:
    "The batch on a device."
    def move(x: Any) -> Any: return x.to(device) if isinstance(x, torch.Tensor) else x
    parts = {f.name: move(getattr(batch, f.name)) for f in fields(batch)}
    return replace(batch, **parts | dict(views={name: move(x) for name, x in batch.views.items()}))


def _name(objective: nn.Module) -> str:
    "An objective and what it is around, such as LossObjective(MemVir(NormSoftmaxLoss))."
    parts = (getattr(objective, name, None) for name in ("loss", "class_loss"))
    inner = next((part for part in parts if isinstance(part, nn.Module)), None)
    return type(objective).__name__ + (f"({_name(inner)})" if inner is not None else "")


@contextmanager
def _located(objective: nn.Module, at: dict[str, Any]) -> Iterator[None]:
    "Errors that a step raises say in which objective, at which line, and in which part of which step."
    __tracebackhide__ = True
    try: yield
    except (RuntimeError, TypeError) as error:
        found = [(frame, line) for frame, line in traceback.walk_tb(error.__traceback__)]
        place = _place(reversed(found)) or "a line of PyTorch"
        what = str(error) if isinstance(error, DeviceFault) else f"{type(error).__name__}: {error}"
        raise DeviceFault(f"{_name(objective)}, {at['part']} of step {at['step']}, at {place}: {what}") from error


def step_on_meta(
    objective: nn.Module,  # an Objective after its `begin`, or a loss or memory called as f(embeddings, labels)
    network: nn.Module,    # images -> embeddings
    batch: Batch,          # its shapes and types count alone
    *,
    optimizer: Callable[[list[dict]], Optimizer] = adam,  # from parameter groups
    steps: int = 1,        # one after the other, with the same batch
) -> None:
    """Steps of a training, without numbers: forward, backward, optimizer, `after_step`.

    Raises DeviceFault, naming the objective and the line, for what would make a GPU wait or mixes it with the CPU.
    Network and objective are moved to the device "meta" and lose their numbers: hand in ones made for this."""
    __tracebackhide__ = True
    objective = objective if isinstance(objective, Objective) else LossObjective(objective)
    network, objective, batch = network.to("meta"), objective.to("meta"), moved(batch, "meta")
    at = dict(step=1, part="optimizer's making")
    with _located(objective, at), _stand_ins(), DeviceWatch():
        made = optimizer([dict(params=list(network.parameters())), *objective.param_groups()])
        for at["step"] in range(1, steps + 1): _take_step(objective, network, batch, made, at)


def _take_step(objective: Objective, network: nn.Module, batch: Batch, optimizer: Optimizer,
               at: dict[str, Any]) -> None:
    "One step; `at` has the part that is done."
    __tracebackhide__ = True
    at["part"] = "forward"
    loss = objective(network, batch)
    optimizer.zero_grad(set_to_none=True)
    at["part"] = "backward"
    loss.backward()
    at["part"] = "optimizer"
    optimizer.step()
    at["part"] = "after_step"
    objective.after_step(network)
