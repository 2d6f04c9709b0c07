"""Proofs of exact values as files, which a checker that stands alone accepts or rejects.

solve --> claims --> proof: a strategy, layer by layer --> file --> checker.py in a fresh process
"""

from zermelo.certificates.certification import Certificate, Certification
from zermelo.certificates.certify import certify, prepared
from zermelo.certificates.nimber import certify_grundy
from zermelo.certificates.verify import Verdict, verify

__all__ = ["Certificate", "Certification", "Verdict", "certify", "certify_grundy", "prepared", "verify"]
