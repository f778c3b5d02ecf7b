/** The first cell of a notebook for each tool: it reads a table with a key and counts its rows. Pure. */
import type { NotebookTable } from '#events/notebookKey/notebook-keys.ts';

/** Names of the tools. */
export const notebookTools = { pandas: 'pandas', polars: 'Polars', duckdb: 'DuckDB' } as const;
export type NotebookTool = keyof typeof notebookTools;

/** Environment variable with the key. A key inside a cell would be shared with the notebook. */
export const keyEnvironmentVariable = 'ARCHLINE_KEY';

/** The column of each table whose values the cell counts. */
const counted = {
  events: 'type',
  stays: 'status',
  cases: 'status',
  case_facts: 'method',
  objects: 'type',
  relations: 'qualifier',
} as const satisfies Record<NotebookTable, string>;

type Cell = (origin: string, table: NotebookTable) => string;

const path = (table: NotebookTable) => `/api/analysis/tables/${table}`;
const header = `key = {"Authorization": "Bearer " + os.environ["${keyEnvironmentVariable}"]}`;

/** DuckDB reads only the parts that a question needs. It therefore needs an address whose rows never change. */
const cells = {
  pandas: (origin, table) => `# pip install pandas pyarrow
import os
import pandas as pd

${header}
${table} = pd.read_parquet("${origin}${path(table)}/${table}.parquet", storage_options=key)
${table}["${counted[table]}"].value_counts()`,
  polars: (origin, table) => `# pip install polars
import os
from urllib.request import Request, urlopen
import polars as pl

${header}
${table} = pl.read_parquet(urlopen(Request("${origin}${path(table)}/${table}.parquet", headers=key)).read())
${table}["${counted[table]}"].value_counts()`,
  duckdb: (origin, table) => `# pip install duckdb
import os
import duckdb

duckdb.sql(f"CREATE OR REPLACE SECRET archline (TYPE http, SCOPE '${origin}', BEARER_TOKEN '{os.environ['${keyEnvironmentVariable}']}')")
url = duckdb.sql("SELECT '${origin}' || data.whole FROM read_json('${origin}${path(table)}')").fetchone()[0]
duckdb.sql(f"SELECT ${counted[table]}, count(*) FROM '{url}' GROUP BY ${counted[table]}")`,
} as const satisfies Record<NotebookTool, Cell>;

/** Returns the cell of each tool. @param origin of the server, without a slash at its end */
export const notebookCells = (origin: string, table: NotebookTable): { tool: NotebookTool; text: string }[] =>
  // Cast: Object.keys forgets the type of the keys.
  (Object.keys(cells) as NotebookTool[]).map(tool => ({ tool, text: cells[tool](origin, table) }));
