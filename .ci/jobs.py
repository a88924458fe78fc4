"Jobs side by side, the longest first, each in a process of its own whose output is shown where it failed."
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import wait
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIMIT = 1800  # seconds for one job
# one job a core begins with the first of these, so that no core is left alone with a long one
LONGEST = ("memdml report 03_insclr", "wheel", "memdml report", "make report REPORT=05_memvir", "950_reports",
           "memdml verify", "make site", "020_glyphs", "401_watching", "410_experiments", "make report", "420_records")


@dataclass(frozen=True)
class Job:
    "Something that passes or fails."
    name: str
    run: Callable[[], int]  # called in a process of its own; its exit status


def command_job(name: str, command: str, environment: Mapping[str, str] = {}) -> Job:
    "A shell command, run in the checkout."
    def run() -> int:
        outer = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES")  # what a make that runs the tests says to its own
        own = {k: v for k, v in os.environ.items() if k not in outer} | dict(environment)
        return subprocess.run(["bash", "-c", command], cwd=ROOT, env=own, stdin=subprocess.DEVNULL).returncode
    return Job(name, run)


def memdml_job(name: str, command: str, environment: Mapping[str, str] = {}) -> Job:
    "A command of `memdml` without a shell, which shares the imports of this process."
    def run() -> int:
        os.environ.update(environment)
        os.chdir(ROOT)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        from memdml.commands.reports import main
        return main(shlex.split(command)[1:])
    return Job(name, run)


def _start(job: Job, output: int) -> None:
    "In the new process: the job, in a group that can be ended as a whole."
    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it, and tests send it
    os.dup2(output, 1)
    os.dup2(output, 2)
    sys.exit(job.run())


def _rank(job: Job) -> int:
    return next((i for i, name in enumerate(LONGEST) if job.name.startswith(name)), len(LONGEST))


def _end(process) -> None:
    "Ends a job and what it has started, however it ended itself."
    try: os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError: pass
    process.join()


def run_jobs(jobs: Iterable[Job]) -> Iterator[tuple[Job, bool, float, str]]:
    "Yields (job, passed, seconds, output); two more at a time than there are cores, each forked from this process."
    context, waiting, running = get_context("fork"), sorted(jobs, key=_rank), {}
    try:
        while waiting or running:
            while waiting and len(running) <= os.cpu_count() + 1:  # jobs wait a third of their time
                job, output = waiting.pop(0), tempfile.TemporaryFile()
                process = context.Process(target=_start, args=(job, output.fileno()))
                process.start()
                running[process] = job, output, time.time()
            wait([process.sentinel for process in running], timeout=10)
            for process, (job, output, started) in list(running.items()):
                if process.is_alive() and time.time() - started < LIMIT: continue
                _end(process)  # one that hangs is a failure
                del running[process]
                output.seek(0)
                yield job, process.exitcode == 0, time.time() - started, output.read().decode(errors="replace")
    finally:
        for process in running: _end(process)
