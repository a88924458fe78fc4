__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    if name != "load_network": raise AttributeError(f"module 'memdml' has no attribute {name!r}")
    from importlib import import_module
    return import_module("memdml.networks").load_network  # only now, since it imports torch
