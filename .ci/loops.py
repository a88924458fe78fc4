"The scripts of the how-to on other people's loops, each in a process of its own; `make test-loops` runs it."
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / ".site" / "howto" / "loops.md"
LINES = 25  # of one script
# what each script should have left behind, by its heading
AFTER = {
    "PyTorch Lightning": """
kept = torch.load("lightning.ckpt", weights_only=False)["state_dict"]
again = Embedding()
again.load_state_dict(kept)
assert again.xbm.calls == 40 and len(again.xbm.memory) == 512
assert torch.equal(again.xbm.references()[0], model.xbm.references()[0].cpu())""",
    "Accelerate": """
before = xbm.references()[0].clone()
xbm.load_state_dict(CrossBatchMemory(xbm.loss, embedding_size=64, memory_size=512).state_dict())
accelerator.load_state("accelerate")
assert torch.equal(xbm.references()[0], before) and len(before) == 512 and loss.isfinite()""",
    "sentence-transformers": """
assert len(loss.xbm.memory) == 64 and loss.xbm.calls == 26
assert model.encode(texts[:3]).shape == (3, 16)""",
}


def scripts() -> dict[str, str]:
    "The page's scripts by their headings."
    sections = re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    return {name: re.search(r"^```py\n(.*?)^```", text, re.MULTILINE | re.DOTALL)[1] for name, text in sections}


def run(name: str, script: str) -> bool:
    "Whether a script is short enough, ends well, and left behind what it should."
    if (lines := len(script.splitlines())) > LINES: print(f"{name} has {lines} lines, at most {LINES} are read")
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.run([sys.executable, "-c", script + AFTER[name]], cwd=folder, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    print(f"{'failed' if process.returncode else 'ok':7} {name}" + process.stdout * (process.returncode != 0))
    return lines <= LINES and not process.returncode


if __name__ == "__main__": sys.exit(0 if all([run(*item) for item in scripts().items()]) else 1)
