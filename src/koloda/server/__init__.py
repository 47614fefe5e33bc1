"""The server: people and bots around tables. docs/architecture.md draws its rooms."""
