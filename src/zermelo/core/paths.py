"""The names of files and folders: checks of those that a caller gives, and where those are that come with the package."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from zermelo.core.errors import BadOption
from zermelo.core.wording import shown

PACKAGE: Final = Path(__file__).parents[1]


def check_path(given: Any, option: str, what: str) -> None:
    """Raise BadOption if `given` cannot be the name of a file or folder (`what`): it has another type, is empty, or is
    refused by the system. The file or folder need not exist.
    """
    if not isinstance(given, str | os.PathLike) or not os.fspath(given):  # pyright: ignore[reportUnknownArgumentType]
        raise BadOption(f"{option} = {shown(given)} is not the name of a {what}.")
    try:
        os.stat(given)  # pyright: ignore[reportUnknownArgumentType]
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        pass
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadOption(f"{option} = {shown(str(given))} is not the name of a {what}: {reason}.") from None  # pyright: ignore[reportUnknownArgumentType]


def check_folder(folder: Any) -> None:
    """Raises BadOption if this cannot be the name of a folder. An empty text would mean the current folder."""
    if folder == "":
        raise BadOption("folder = '' is not the name of a folder; the current folder is '.'.")
    check_path(folder, "folder", "folder")


def check_readable(name: str | os.PathLike[str]) -> None:
    """Raises BadOption if there is no file of this name, or it cannot be read. A pipe is refused rather than waited for."""
    check_path(name, "path", "file")
    path = Path(name)
    if path.is_dir():
        raise BadOption(f"{str(path)!r} is a folder; name a file.")
    if path.exists() and not path.is_file():
        raise BadOption(f"{str(path)!r} is neither a file nor a folder.")
    try:
        path.open("rb").close()
    except FileNotFoundError:
        raise BadOption(f"There is no file {str(path)!r}.") from None
    except (OSError, ValueError) as error:
        raise BadOption(f"{str(path)!r} cannot be read: {getattr(error, 'strerror', None) or error}.") from None


def folder_of(name: str) -> Path:
    """The folder `name` of a wheel's material, or else of the checkout. It need not exist."""
    packed = PACKAGE / "material" / name
    return packed if packed.is_dir() else PACKAGE.parents[1] / name
