"""`tiltyard service`: a systemd unit that keeps a desk open on a server."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import click

_UNIT = """\
[Unit]
Description=Tiltyard, the tournament desk
After=network-online.target
Wants=network-online.target

[Service]
Type=exec
User={user}
ExecStart={program} serve --store {store} --host {host} --port {port}{more} --log-json --no-open
Restart=on-failure
RestartSec=2
TimeoutStopSec=30
WorkingDirectory={folder}
UMask=0077

# It writes into its folder and nowhere else.
ReadWritePaths={folder}
ProtectSystem=strict
ProtectHome={home}
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
NoNewPrivileges=yes
CapabilityBoundingSet=
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service

[Install]
WantedBy=multi-user.target
"""


@click.command()
@click.option("--folder", default="/var/lib/tiltyard", show_default=True, help="Where events lie.")
@click.option("--user", default="tiltyard", show_default=True, help="Who runs it; not root.")
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 without a proxy.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option("--address", help="What people open, such as https://cup.example.org.")
@click.option("--trusted-proxy", default=None, metavar="ADDRESS", help="The proxy in front.")
@click.option("--store", help="Another store, such as postgresql://...; else a file in the folder.")
def service(
    folder: str,
    user: str,
    host: str,
    port: int,
    address: str | None,
    trusted_proxy: str | None,
    store: str | None,
) -> None:
    """Print a unit for systemd: hardened, not root, started again after a fault.

    Logs go to the journal, which rotates them. `GET /health` answers while the desk is open.
    """
    if user in {"root", "0"}:
        raise click.BadParameter("not root; make a user: useradd --system", param_hint="--user")
    for name, path in (("--folder", folder), ("--store", store or folder)):
        if any(sign in path for sign in ' \t\n"%$'):
            raise click.BadParameter("without spaces, quotes, % or $", param_hint=name)
    click.echo(
        _UNIT.format(
            user=user,
            program=_program(),
            store=store or f"{folder.rstrip('/')}/tiltyard.db",
            host=host,
            port=port,
            more=_more(address, trusted_proxy),
            folder=folder,
            home="no" if Path(folder).is_relative_to("/home") else "yes",
        ),
        nl=False,
    )
    click.echo(
        f"# sudo useradd --system --home {folder} {user}\n"
        f"# sudo install -d -o {user} -m 700 {folder}\n"
        f"# tiltyard service | sudo tee /etc/systemd/system/tiltyard.service\n"
        f"# sudo systemctl enable --now tiltyard && journalctl -u tiltyard -f",
        err=True,
    )


def _more(address: str | None, proxy: str | None) -> str:
    said = f" --address {address}" if address else ""
    return said + (f" --trusted-proxy {proxy}" if proxy else "")


def _program() -> str:
    """Return the installed program with its whole path, as systemd wants it."""
    beside = Path(sys.executable).with_name("tiltyard")
    return (
        str(beside)
        if beside.is_file()
        else shutil.which("tiltyard") or f"{sys.executable} -m tiltyard"
    )
