"""The programming languages of the course: how to recognise, build and run a program in each."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from zermelo.core.errors import BadOption
from zermelo.core.wording import unknown
from zermelo.course.folders import files

OUT: Final = "{out}"
"""In a command, stands for a new build folder outside the program's folder, so that no older build is run."""


class Language(NamedTuple):
    """A programming language of the course."""

    name: str
    file: str
    """The name of the learner's file."""
    command: tuple[str, ...]
    """The command that runs the program in its folder."""
    build: tuple[str, ...] = ()
    """The command that builds it, if there is one; the source files of the folder are appended."""


LANGUAGES: Final[Mapping[str, Language]] = {
    language.name: language
    for language in (
        Language("python", "solution.py", (sys.executable, "solution.py")),
        Language("go", "main.go", (f"{OUT}/solution",), ("go", "build", "-buildvcs=false", "-o", f"{OUT}/solution")),
        Language("java", "Main.java", ("java", "-cp", OUT, "Main"), ("javac", "-d", OUT)),
        Language("cpp", "main.cpp", (f"{OUT}/solution",), ("g++", "-O2", "-std=c++17", "-o", f"{OUT}/solution")),
    )
}


def language_named(name: str) -> Language:
    """The language of this name. Raises BadOption."""
    if name.lower() not in LANGUAGES:
        raise BadOption(unknown("language", name, LANGUAGES))
    return LANGUAGES[name.lower()]


def language_of(folder: Path) -> Language | None:
    """The language of the program in a folder; None if there is no program."""
    for language in LANGUAGES.values():
        if (folder / language.file).is_file():
            return language
    return None


class Submission(NamedTuple):
    """A program to grade: the commands that build it and run it, and their folder."""

    name: str
    folder: Path
    command: tuple[str, ...]
    build: tuple[str, ...] = ()

    def built_in(self, out: str) -> Submission:
        """The same program with `out` as the build folder."""
        command, build = (tuple(word.replace(OUT, out) for word in words) for words in (self.command, self.build))
        return self._replace(command=command, build=build) if self.build else self


def program_in(folder: Path, command: str | None = None) -> Submission:
    """The program in a folder, run by `command` if that is given. Raises BadOption."""
    if not folder.is_dir():
        raise BadOption(f"{str(folder)!r} is not a folder; give the folder that holds your program.")
    if command is not None:
        return Submission(command, folder, _split(command))
    language = language_of(folder)
    if language is None:
        files = ", ".join(language.file for language in LANGUAGES.values())
        raise BadOption(
            f"There is no program in {str(folder)!r}: none of {files}. For any other program, give the command with --cmd."
        )
    build = (*language.build, *_sources(folder, Path(language.file).suffix)) if language.build else ()
    return Submission(str(folder / language.file), folder, language.command, build)


def _sources(folder: Path, suffix: str) -> list[str]:
    return [f"./{file.name}" for file in files(folder) if file.suffix == suffix and not file.stem.endswith("_test")]


def _split(command: str) -> tuple[str, ...]:
    """The words of a command line. Raises BadOption."""
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise BadOption(f"--cmd {command!r} cannot be read: {error}.") from None
    if not words:
        raise BadOption('--cmd is empty; give the command that runs your program, as in --cmd "go run .".')
    return words
