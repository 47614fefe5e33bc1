"""Pages, API routes, who is who, and limits."""
