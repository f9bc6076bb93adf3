"""The check of a whole tournament: every rule it breaks, by name and place."""

from tiltyard.core.audit.check import audit
from tiltyard.core.audit.findings import Finding, Severity

__all__ = ["Finding", "Severity", "audit"]
