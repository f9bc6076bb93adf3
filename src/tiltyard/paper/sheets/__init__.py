"""The papers, one module per subject: from an event to the data of its template."""
