"""`python -m zermelo`, and the command `zermelo`."""

import os
import signal


def main() -> None:
    """Run the command. Before it handles Ctrl-C, and after, Ctrl-C ends the process at once, without a traceback."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    # NumPy would start a thread on each processor, for linear algebra, which zermelo never does
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from zermelo.cli import main as command

    command()


if __name__ == "__main__":
    main()
