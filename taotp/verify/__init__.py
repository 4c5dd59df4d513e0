"""Try a machine on every input of a domain, in shards, and write down what came of each."""

from taotp.verify.certificate import Certificate, Piece, merged, read, write
from taotp.verify.checking import Checked, checked
from taotp.verify.domains import Domain, domain
from taotp.verify.machines import Machine, machine
from taotp.verify.shards import verified

__all__ = [
    "Certificate",
    "Checked",
    "Domain",
    "Machine",
    "Piece",
    "checked",
    "domain",
    "machine",
    "merged",
    "read",
    "verified",
    "write",
]
