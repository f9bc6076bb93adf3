"""The check of a whole tournament: every rule it breaks, by name and place."""

from tiltyard.engine.audit.check import audit
from tiltyard.engine.audit.findings import Finding, Severity

__all__ = ["Finding", "Severity", "audit"]
