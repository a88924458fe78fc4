"The papers' numbers, ours beside them, and the reports that show both."
from memdml.reporting.published import published
