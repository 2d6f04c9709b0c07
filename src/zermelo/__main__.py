"""`python -m zermelo`, and the command `zermelo`."""

import signal


def main() -> None:
    """Run the command. Before it handles Ctrl-C, and after, Ctrl-C ends the process at once, without a traceback."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from zermelo.cli import main as command

    command()


if __name__ == "__main__":
    main()
