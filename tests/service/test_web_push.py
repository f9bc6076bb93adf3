"""Messages to locked phones: the seal of RFC 8291, the signature of RFC 8292, and who is called."""

from __future__ import annotations

import json

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from tests.refusing import refuses
from tiltyard.engine.errors import Refused
from tiltyard.service.web_push import (
    CURVE,
    as_bytes,
    as_text,
    public_text,
    push_key,
    require_phone,
    sealed,
    send,
    signed,
)
from tiltyard.service.webhooks import Allowed
from tiltyard.store.keyring import Phone
from tiltyard.store.keyring_sqlite import SqliteKeyring

# RFC 8291, section 5 and appendix A
TEXT = b"When I grow up, I want to be a watermelon"
RECEIVER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
OWN = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
    "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def key_of(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(as_bytes(text), "big"), CURVE)


def test_the_seal_is_the_example_of_the_standard():
    made = sealed(TEXT, as_bytes(RECEIVER), as_bytes(AUTH), as_bytes(SALT), key_of(OWN))
    assert as_text(made) == SEALED


def test_every_message_is_sealed_anew():
    first, second = (sealed(TEXT, as_bytes(RECEIVER), as_bytes(AUTH)) for _ in range(2))
    assert first != second


def test_a_call_is_signed_for_its_push_service_alone():
    key = key_of(OWN)
    said = signed(key, "https://push.example:8443/to/me", "https://hall.example", 1_700_000_000)
    token, _, shown = said.removeprefix("vapid t=").partition(", k=")
    head, claims, signature = token.split(".")
    assert json.loads(as_bytes(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(as_bytes(claims)) == {
        "aud": "https://push.example:8443",
        "exp": 1_700_000_000,
        "sub": "https://hall.example",
    }
    numbers = as_bytes(signature)
    pair = (int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big"))
    key.public_key().verify(
        encode_dss_signature(*pair), f"{head}.{claims}".encode(), ec.ECDSA(SHA256())
    )
    assert shown == public_text(key)


def test_the_key_is_made_once_and_kept():
    keyring = SqliteKeyring()
    assert public_text(push_key(keyring)) == public_text(push_key(keyring))
    assert public_text(push_key(keyring)) != public_text(push_key(SqliteKeyring()))


@pytest.mark.parametrize(
    ("public_key", "auth"),
    [(RECEIVER[:-2], AUTH), (RECEIVER, AUTH[:-2]), ("", ""), ("€", AUTH), (AUTH, RECEIVER)],
)
def test_keys_that_seal_nothing_are_refused(public_key, auth):
    with refuses(Refused, code="push-keys-unreadable"):
        require_phone("https://push.example/1", public_key, auth, Allowed())


@pytest.mark.parametrize(
    "endpoint", ["http://push.example/1", "https://a@push.example/1", "ftp://x", "", "https://"]
)
def test_only_encrypted_addresses_are_called(endpoint):
    with pytest.raises(Refused):
        require_phone(endpoint, RECEIVER, AUTH, Allowed())
    require_phone("https://push.example/1", RECEIVER, AUTH, Allowed())


def test_nobody_is_called_inside_the_own_network():
    phone = Phone("https://push.example/1", "s", "cup", "p2", RECEIVER, AUTH, "en")
    with refuses(Refused, code="webhook-into-own-network"):
        send(phone, {}, key_of(OWN), "", Allowed(), lambda *_: ["192.168.1.1"])
