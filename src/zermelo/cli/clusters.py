"""`--cluster`: the workers of a cluster solve positions, count them, and make and verify tables."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING, Any, Final

import click

from zermelo.cli.arguments import Whole
from zermelo.cli.progress import ProgressLine
from zermelo.core.errors import BadOption

if TYPE_CHECKING:
    from zermelo.certificates import Certification
    from zermelo.core.game import Game
    from zermelo.distributed.cluster import Cluster
    from zermelo.solver.result import Result

TAKEN: Final = ("checkpoint", "seconds", "memory", "compiled", "threads", "lanes", "etc")
"""The options of `solve` that a cluster takes."""

NOT_GIVEN: Final[Mapping[str, object]] = {"no_table": False, "all_moves": False, "without": ()}
"""The value of an option that was not given, if it is not None."""


def solve_on(
    where: str,
    game: Game[Any] | str,
    position: str | None,
    folders: Mapping[str, str | None],
    given: Mapping[str, Any],
    progress: ProgressLine,
) -> tuple[Result, Certification | None]:
    """The result and, if `folders` names one for them, the certificates. Raises BadOption for options that cannot be
    combined.
    """
    from zermelo.distributed.cluster import cluster

    options = {name: value for name, value in given.items() if value is not None and value != NOT_GIVEN.get(name)}
    for name in options:
        if name not in TAKEN:
            raise BadOption(
                f"--cluster cannot be combined with --{name.replace('_', '-')}; it takes "
                f"{', '.join(f'--{taken}' for taken in TAKEN)}, --certify and --rules."
            )

    def show(state: Any) -> None:
        progress.show(state.line(progress.width))

    with cluster(where, threads=options.pop("threads", 1), lanes=options.pop("lanes", 1)) as workers:
        if folders["folder"] is None:
            return workers.solve(game, position, progress=show, **options), None
        proof = workers.certify(game, position, progress=show, writing=progress.show, **folders, **options)
        return proof.result, proof if proof.result.exact else None


def in_shards(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options --cluster and --shards to a command that counts or tabulates positions."""
    shards = click.option(
        "--shards",
        type=Whole(),
        metavar="N",
        help="For --cluster: divide the positions into N parts, by their hashes. Default: four for each worker.",
    )
    where = click.option(
        "--cluster",
        metavar="WHERE",
        help="Let workers do it: processes:N, ray, or ray:ADDRESS. All must see the same folder; --memory is for each.",
    )
    return where(shards(command))


@contextlib.contextmanager
def counting(options: dict[str, Any]) -> Generator[Any]:
    """A context with what has the functions `census` and `tabulate`: a cluster, if the options name one, or zermelo. The
    options are left as these functions take them. Raises BadOption for options that cannot be combined.
    """
    where = options.pop("cluster", None)
    if where is None and "shards" in options:
        raise BadOption("--shards is an option of --cluster; give both, or neither.")
    if where is not None and "checkpoint_every" in options:
        raise BadOption(
            "--cluster cannot be combined with --checkpoint-every: each job is noted as soon as it is done."
        )
    import zermelo

    with workers_at(where) as workers:
        yield zermelo if workers is None else workers


@contextlib.contextmanager
def workers_at(where: str | None) -> Generator[Cluster | None]:
    """A context with the workers of a cluster, if one is named. Raises BadOption, and what starting them raises."""
    if where is None:
        yield None
        return
    from zermelo.distributed.cluster import cluster

    with cluster(where) as workers:
        yield workers
