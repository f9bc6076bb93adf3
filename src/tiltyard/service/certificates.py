"""A certificate made on the spot: it encrypts, and browsers ask once whether to trust it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

BEGUN = timedelta(days=1)
"""Valid since yesterday: a phone whose clock is behind takes it too."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate and its key, as they are written into files."""

    chain: bytes
    key: bytes
    fingerprint: str
    """What a browser shows of it, to compare: SHA-256 in pairs of digits."""


def self_signed(names: Sequence[str], now: datetime, days: int) -> Certificate:
    """Return a certificate for names and addresses, signed by its own new key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Tiltyard")])
    certificate = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - BEGUN)
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName([_named(name) for name in names]), False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False)
        .sign(key, hashes.SHA256())
    )
    return Certificate(
        certificate.public_bytes(serialization.Encoding.PEM),
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ),
        certificate.fingerprint(hashes.SHA256()).hex(":").upper(),
    )


def _named(name: str) -> x509.GeneralName:
    address = _address(name)
    return x509.DNSName(name) if address is None else x509.IPAddress(address)


def _address(name: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(name)
    except ValueError:
        return None
