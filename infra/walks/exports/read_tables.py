"""Reads exported tables with pandas, Polars and DuckDB and prints their numbers of rows as JSON.

Arguments: folder of Parquet files, folder of CSV files, folder of NDJSON files, names of the tables.
"""

import json
import sys

import duckdb
import pandas
import polars

parquet, csv, ndjson, *tables = sys.argv[1:]
found = {}
for name in tables:
    found[name] = {
        "pandas": len(pandas.read_parquet(f"{parquet}/{name}.parquet")),
        "polars": polars.scan_parquet(f"{parquet}/{name}.parquet").select(polars.len()).collect().item(),
        "duckdb": duckdb.sql(f"SELECT count(*) FROM '{parquet}/{name}.parquet'").fetchall()[0][0],
        "csv": len(pandas.read_csv(f"{csv}/{name}.csv", keep_default_na=False)),
        "ndjson": polars.read_ndjson(f"{ndjson}/{name}.ndjson", infer_schema_length=None).height,
    }
clock = pandas.read_parquet(f"{parquet}/events.parquet")["clock"]
print(json.dumps({"rows": found, "clock": str(clock.dtype), "ordered": bool(clock.is_monotonic_increasing)}))
