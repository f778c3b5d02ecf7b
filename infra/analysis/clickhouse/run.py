"""Runs SQL files in ClickHouse's own engine (chdb) over records as they are in Kafka.

Arguments: the records as NDJSON, then files of statements. Prints the rows of `stays` and `cases` as one JSON object of
columns and rows.
"""
import json
import sys

from chdb.session import Session

records, *files = sys.argv[1:]
session = Session()
session.query("CREATE DATABASE IF NOT EXISTS archline")
session.query("USE archline")
for path in files:
    with open(path, encoding="utf-8") as file:
        for statement in file.read().split(";\n"):
            if statement.strip():
                session.query(statement)
    if path.endswith("table.sql"):
        # As the sink inserts: text of an object for `data`, quoted digits for `position`, ISO times.
        session.query(
            "INSERT INTO case_events SELECT id, stream, revision, position, type, at, `by`, data "
            f"FROM file('{records}', 'JSONEachRow', "
            "'id String, stream String, revision UInt32, position Int64, type String, at DateTime64(3, \\'UTC\\'), `by` String, data String') "
            "SETTINGS date_time_input_format = 'best_effort', input_format_json_read_objects_as_strings = 1"
        )
answer = {}
for view in ("stays", "cases"):
    text = session.query(f"SELECT * FROM {view}", "JSONCompact").bytes().decode()
    read = json.loads(text)
    answer[view] = {"columns": [one["name"] for one in read["meta"]], "rows": read["data"]}
print(json.dumps(answer))
