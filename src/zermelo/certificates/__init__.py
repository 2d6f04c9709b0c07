"""Certificates: files that prove an exact value, and that an independent checker accepts or rejects.

solve --> claims --> proof (a strategy, layer by layer) --> file --> checker.py and bulk_checker.py, each in its own process
"""

from zermelo.certificates.certification import Certificate, Certification
from zermelo.certificates.certify import certify, prepared
from zermelo.certificates.nimber import certify_grundy
from zermelo.certificates.verify import Verdict, verify

__all__ = ["Certificate", "Certification", "Verdict", "certify", "certify_grundy", "prepared", "verify"]
