"""Ask the process of `warm` for a kernel, and stand for it: end with it, and pass signals on.

A program of few imports, as one is started for each notebook.
"""

import json
import os
import signal
import socket
import sys

BEGINS = "TAOTP_BEGINS"  # the environment's word for how a notebook begins


def address_of(address: str, way: str) -> str:
    """Where the process listens that forks the kernels of notebooks that begin in one way."""
    return f"{address}-{way}" if way else address


def request(server: socket.socket, **words: object) -> None:
    """Send what is asked for, with our own streams."""
    said = json.dumps(words).encode() + b"\n"
    sent = socket.send_fds(server, [said], [1, 2])
    server.sendall(said[sent:])


def ask(address: str, arguments: list[str]) -> None:
    """Wait for the end of a kernel that is forked for us."""
    with socket.socket(socket.AF_UNIX) as server:
        server.connect(address_of(address, os.environ.get(BEGINS, "")))
        request(server, folder=os.getcwd(), environment=dict(os.environ), arguments=arguments)
        answer = server.makefile()
        if kernel := answer.readline():
            for name in (signal.SIGINT, signal.SIGTERM):
                signal.signal(name, lambda number, frame: os.kill(int(kernel), number))
            answer.read()


if __name__ == "__main__":
    ask(sys.argv[1], sys.argv[2:])
