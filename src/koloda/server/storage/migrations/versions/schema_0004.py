"""The nodes of a cluster, the secrets that they share, and how PostgreSQL keeps their tables apart."""

from __future__ import annotations

from koloda.server.storage.migrations.steps import declare, declare_in_postgres

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Two more tables; two functions for PostgreSQL."""
    declare("""
CREATE TABLE nodes (
    name TEXT PRIMARY KEY, address TEXT NOT NULL, beat INTEGER NOT NULL, on_bus INTEGER NOT NULL, since REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;
""")
    for function in FUNCTIONS:
        declare_in_postgres(function)


FUNCTIONS = (
    """
CREATE FUNCTION append_events(
    node TEXT, places TEXT[], seqs BIGINT[], kinds TEXT[], payloads TEXT[], sums BIGINT[], epochs BIGINT[]
) RETURNS SETOF TEXT LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(2, hashtext(node));
    RETURN QUERY
        SELECT DISTINCT line.place FROM unnest(places, epochs) AS line (place, epoch)
        LEFT JOIN tables ON tables.id = line.place
        WHERE CASE line.epoch
            WHEN 0 THEN tables.id IS NOT NULL
            ELSE tables.epoch IS DISTINCT FROM line.epoch OR tables.owner IS DISTINCT FROM node
        END;
    IF FOUND THEN
        RETURN;
    END IF;
    INSERT INTO events SELECT * FROM unnest(places, seqs, kinds, payloads, sums);
END $$;
""",
    """
CREATE FUNCTION take_table(table_id TEXT, from_node TEXT, node TEXT) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
    taken BIGINT;
BEGIN
    IF from_node IS NOT NULL THEN
        PERFORM pg_advisory_xact_lock(2, hashtext(from_node));
    END IF;
    UPDATE tables SET owner = node, epoch = epoch + 1, here = 0
        WHERE id = table_id AND owner IS NOT DISTINCT FROM from_node RETURNING epoch INTO taken;
    RETURN taken;
END $$;
""",
)
