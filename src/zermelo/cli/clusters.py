"""`zermelo solve --cluster`: the workers of a cluster solve a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from zermelo.cli.progress import ProgressLine
from zermelo.core.errors import BadOption

if TYPE_CHECKING:
    from zermelo.certificates import Certification
    from zermelo.core.game import Game
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
