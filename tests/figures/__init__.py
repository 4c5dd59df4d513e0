"""The pictures and the live figures, and the page's arithmetic against numpy."""
