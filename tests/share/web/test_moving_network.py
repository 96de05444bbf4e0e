"""A page for the network waits for one, and follows the machine to another address.

As a script, in a network of its own (``unshare``): gives the machine addresses, prints where it listened.
"""

from __future__ import annotations

import fcntl
import json
import queue
import shutil
import socket
import struct
import subprocess
import sys
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
UNSHARE = shutil.which("unshare")
SIOCSIFADDR = 0x8916
PATIENCE_S = 60.0


@pytest.mark.slow
@pytest.mark.skipif(UNSHARE is None, reason="unshare is not installed")
def test_phones_wait_for_a_network_and_follow_the_machine_to_another_address() -> None:
    apart = [str(UNSHARE), "--user", "--map-root-user", "--net"]
    if subprocess.run([*apart, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this machine makes no network apart")
    done = subprocess.run(
        [*apart, sys.executable, __file__], capture_output=True, text=True, timeout=180, check=False, cwd=ROOT
    )
    assert (done.returncode, done.stderr) == (0, "")
    begun = "Phones may bid now. Each player's code is in the menu of a game."
    assert json.loads(done.stdout) == {
        "refused": "this machine is in no network",
        "told": [begun, begun],
        "at": ["http://10.42.0.1:8038/", "http://192.168.7.2:8038/"],
        "answers": [200, 200],
    }


def have(address: str) -> None:
    """The only interface has this address (netdevice(7)); nothing leads out, as in a hotspot."""
    asked = struct.pack("16sHH4s8x", b"lo", socket.AF_INET, 0, socket.inet_aton(address))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        fcntl.ioctl(asking, SIOCSIFADDR, asked)


def _move() -> dict[str, object]:
    from companion.share.web import NoServer, SwitchedPhones, SwitchedScoreboard, SwitchedServers, servers

    servers.LOOK_EVERY_S = 0.1
    news: queue.SimpleQueue[str] = queue.SimpleQueue()
    phones, told, at, answers, refused = SwitchedPhones(), [], [], [], ""
    try:
        phones.open("lan")
    except NoServer as fault:
        refused = str(fault)
    with closing(SwitchedServers(SwitchedScoreboard(), phones)) as switched:
        switched.on_news = news.put
        for address in ("10.42.0.1", "192.168.7.2"):
            have(address)
            told.append(news.get(timeout=PATIENCE_S))
            at.append(phones.url)
            with urllib.request.urlopen(str(phones.url), timeout=PATIENCE_S) as answer:
                answers.append(answer.status)
    phones.shut()
    return {"refused": refused, "told": told, "at": at, "answers": answers}


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    from tests.share.web.without_network import switch

    switch(True)
    print(json.dumps(_move()))
