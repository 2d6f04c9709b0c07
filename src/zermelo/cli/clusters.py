"""`zermelo solve --cluster`: the workers of a cluster solve a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from zermelo.cli.options import given_of
from zermelo.cli.progress import ProgressLine
from zermelo.core.errors import BadOption
from zermelo.solver.options import names_for

if TYPE_CHECKING:
    from zermelo.certificates import Certification
    from zermelo.core.game import Game
    from zermelo.solver.result import Result

TAKEN: Final = ("checkpoint", "seconds", *names_for("worker"), "threads", "lanes")
"""The options of `solve` that a cluster takes."""


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

    options = given_of(given)
    for name, value in options.items():
        if name not in TAKEN:
            switch = f"{'--no-' if value is False else '--'}{name.replace('_', '-')}"
            raise BadOption(
                f"--cluster cannot be combined with {switch}; it takes "
                f"{', '.join(f'--{taken}' for taken in TAKEN)}, --certify and --rules."
            )

    def show(state: Any) -> None:
        progress.show(state.line(progress.width))

    with cluster(where, threads=options.pop("threads", 1), lanes=options.pop("lanes", 1)) as workers:
        if folders["folder"] is None:
            return workers.solve(game, position, progress=show, **options), None
        proof = workers.certify(game, position, progress=show, writing=progress.show, **folders, **options)
        return proof.result, proof if proof.result.exact else None
