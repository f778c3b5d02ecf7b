"""Parses files of Trino's SQL and prints each statement in DuckDB's, as a JSON list. Fails at a text that is not Trino's."""
import json
import sys

import sqlglot

statements = []
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        for tree in sqlglot.parse(file.read(), read="trino"):
            if tree is not None:
                statements.append(tree.sql(dialect="duckdb"))
print(json.dumps(statements))
