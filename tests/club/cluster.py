"""A real cluster of three nats-server nodes with MQTT by JetStream, each killed and started at will."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from brokers import HERE, QUIET, free_port, until
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

PROGRAM = os.environ.get("NATS_SERVER") or shutil.which("nats-server", path=f"{os.environ['PATH']}:/usr/sbin")
NODES = 3


@dataclass
class Nats:
    """Three nodes; each keeps its own folder, so that it comes back with what it had."""

    folder: Path
    ports: list[int] = field(default_factory=lambda: [free_port() for _ in range(NODES)])
    routes: list[int] = field(default_factory=lambda: [free_port() for _ in range(NODES)])
    running: dict[int, subprocess.Popen[bytes]] = field(default_factory=dict)

    def start(self) -> None:
        for node in range(NODES):
            self.start_node(node)
        for port in self.ports:
            until(lambda port=port: self._takes_in(port))

    def start_node(self, node: int) -> None:
        routes = ", ".join(f"nats-route://{HERE}:{each}" for each in self.routes)
        config = self.folder / f"{node}.conf"
        config.write_text(
            f'server_name: n{node}\nlisten: "{HERE}:{free_port()}"\n'
            f'jetstream {{ store_dir: "{self.folder / str(node)}" }}\n'
            f'cluster {{ name: club, listen: "{HERE}:{self.routes[node]}", routes: [{routes}] }}\n'
            f'mqtt {{ listen: "{HERE}:{self.ports[node]}" }}\n'
        )
        assert PROGRAM is not None, "nats-server is not installed"
        self.running[node] = subprocess.Popen([PROGRAM, "-c", str(config)], stdout=QUIET, stderr=QUIET)

    def kill_node(self, node: int) -> None:
        self.running[node].kill()
        self.running.pop(node).wait()

    def kill(self) -> None:
        for node in list(self.running):
            self.kill_node(node)

    @staticmethod
    def _takes_in(port: int) -> bool:
        """Whether a client is let in: the nodes have found each other."""
        client = Client(CallbackAPIVersion.VERSION2, client_id=f"trial-{port}")
        try:
            client.connect(HERE, port)
            client.loop_start()
            time.sleep(1.0)
            return client.is_connected()
        except OSError:
            time.sleep(0.5)
            return False
        finally:
            client.disconnect()
            client.loop_stop()
