"""Which results are out of date, because the code that they depend on has changed since they were measured."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from experiments.rows import head_of, short_commit
from experiments.source import WITH_CHANGES, changed_since, source


class Staleness(NamedTuple):
    """How the code that the results of a study were measured with differs from the current code."""

    study: str
    measured: bool
    up_to_date: bool
    commit: str | None
    """The commit at which they were measured, None if that is not known."""
    changed: int | None
    """How many files that they depend on have changed since then, None if that is not known."""

    def sentence(self) -> str:
        """The same in words."""
        if not self.measured:
            return "not measured"
        if self.up_to_date:
            return "up to date"
        if self.commit is None:
            return "measured with other code, at an unknown commit"
        if self.changed is None:
            return f"measured at commit {short_commit(self.commit)}, which is not in this repository"
        files = "1 file has" if self.changed == 1 else f"{self.changed} files have"
        return f"measured at commit {short_commit(self.commit)}; {files} changed since"


def staleness(study: str, folder: Path) -> Staleness:
    """The staleness of the results of a study in a folder."""
    head = head_of(folder / f"{study}.jsonl")
    if not head:
        return Staleness(study, measured=False, up_to_date=False, commit=None, changed=None)
    commit: str | None = head.get("commit")
    if head.get("source") == source(study):
        return Staleness(study, measured=True, up_to_date=True, commit=commit, changed=0)
    changed = None if commit is None else changed_since(study, commit.removesuffix(WITH_CHANGES))
    return Staleness(
        study, measured=True, up_to_date=False, commit=commit, changed=None if changed is None else len(changed)
    )
