"""The exercises of the chapter Adding."""
