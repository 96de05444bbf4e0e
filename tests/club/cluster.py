"""A real cluster of three nats-server nodes with MQTT by JetStream, each killed and started at will."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from paho.mqtt.client import Client, ConnectFlags
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from tests.club.brokers import QUIET, until
from tests.ports import HERE, kept_port

NATS = os.environ.get("NATS_SERVER") or shutil.which("nats-server", path=f"{os.environ['PATH']}:/usr/sbin")
HOSTS = (HERE, "127.0.0.2", "127.0.0.3")
"""Where the nodes are: as three machines would, they listen at one port, each at its own address."""

TRIAL_S = 20.0
UNCOMMITTED = 1_000
"""Messages that a scorer may hold until its commit, as many as it commits at once; else NATS gives it 100."""


@dataclass
class Nats:
    """Three nodes; each keeps its own folder, so that it comes back with what it had."""

    folder: Path
    port: int = field(default_factory=kept_port)
    inner: int = field(default_factory=kept_port)
    """The port of NATS itself, which the cluster does not need from outside."""
    routes: int = field(default_factory=kept_port)
    running: dict[int, subprocess.Popen[bytes]] = field(default_factory=dict)

    def start(self) -> None:
        """All nodes; returns once they have found each other."""
        self.start_nodes()
        for host in HOSTS:
            until(partial(self._takes_in, host))

    def start_nodes(self) -> None:
        for node in range(len(HOSTS)):
            self.start_node(node)

    def start_node(self, node: int) -> None:
        host, routes = HOSTS[node], ", ".join(f"nats-route://{each}:{self.routes}" for each in HOSTS)
        config = self.folder / f"{node}.conf"
        config.write_text(
            f'server_name: n{node}\nlisten: "{host}:{self.inner}"\n'
            f'jetstream {{ store_dir: "{self.folder / str(node)}" }}\n'
            f'cluster {{ name: club, listen: "{host}:{self.routes}", routes: [{routes}] }}\n'
            f'mqtt {{ listen: "{host}:{self.port}", stream_replicas: {len(HOSTS)},'
            f" max_ack_pending: {UNCOMMITTED} }}\n"
        )
        assert NATS is not None, "nats-server is not installed"
        self.running[node] = subprocess.Popen([NATS, "-c", str(config)], stdout=QUIET, stderr=QUIET)

    def kill_node(self, node: int) -> None:
        self.running[node].kill()
        self.running.pop(node).wait()

    def kill(self) -> None:
        for node in list(self.running):
            self.kill_node(node)

    def _takes_in(self, host: str) -> bool:
        """Whether a client is let in there."""
        client, is_in = Client(CallbackAPIVersion.VERSION2, client_id=f"trial-{host}"), threading.Event()

        def connected(c: Client, u: object, flags: ConnectFlags, reason: ReasonCode, p: object) -> None:
            if not reason.is_failure:
                is_in.set()

        client.on_connect = connected
        client.connect_async(host, self.port)
        client.loop_start()
        found = is_in.wait(TRIAL_S)
        client.disconnect()
        client.loop_stop()
        return found
