"""Try a machine on every input of a domain, in shards, and write down what came of each."""

from taotp_core.verify.certificate import Certificate, Piece, merged, read, write
from taotp_core.verify.checking import Checked, checked
from taotp_core.verify.domains import Domain, domain
from taotp_core.verify.machines import Machine, machine
from taotp_core.verify.shards import verified

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
