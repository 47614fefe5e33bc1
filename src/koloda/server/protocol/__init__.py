"""What goes over the wire: messages, views as differences, refusals, and their TypeScript."""
