"""The robot's own certificate authority, made again at every start, and its server certificate."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

DOMAIN = "*.spot.robot"
_LIFE = datetime.timedelta(days=30)
_EARLIER = datetime.timedelta(days=1)


@dataclass(frozen=True)
class Identity:
    """PEM texts: the authority's certificate, the server's private key and its certificate."""

    authority: bytes
    key: bytes
    certificate: bytes


def make_identity() -> Identity:
    """Return a fresh authority and a server certificate of it for every name under spot.robot."""
    now = datetime.datetime.now(datetime.UTC)
    authority_key, server_key = (
        ec.generate_private_key(ec.SECP256R1()),
        ec.generate_private_key(ec.SECP256R1()),
    )
    authority_name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Emulated Spot Root")])
    authority = (
        _builder(authority_name, authority_name, authority_key.public_key(), now)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(authority_key, hashes.SHA256())
    )
    server_name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, DOMAIN)])
    server = (
        _builder(server_name, authority_name, server_key.public_key(), now)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(DOMAIN)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(authority_key, hashes.SHA256())
    )
    return Identity(
        authority.public_bytes(Encoding.PEM),
        server_key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        server.public_bytes(Encoding.PEM),
    )


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime.datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _EARLIER)
        .not_valid_after(now + _LIFE)
    )
