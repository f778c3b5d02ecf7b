/** Reads the names of the parameters in a question's text, without the engine. Pure. */
import { notebookTables } from '#events/notebookKey/notebook-keys.ts';
import type { AskDescription } from '#services/api/answers.ts';
import { keyEnvironmentVariable } from '../keys/notebook-cells.ts';

type Params = AskDescription['questions'][number]['params'];
export type QuestionParam = Params[string];
export type { Params };

/** String literals and comments, which name no table. */
const texts = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g;

/** String literals, quoted names and comments, in which `$` names no parameter. */
const quoted = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\//g;

/** Names of the parameters of a text, in the order of their first use. */
export function paramNames(sql: string): string[] {
  const names = sql.replace(quoted, ' ').matchAll(/\$([A-Za-z_]\w*)/g);
  return [...new Set([...names].map(([, name]) => name ?? ''))];
}

/** The parameter's type, guessed from its name. */
const guess = (name: string): QuestionParam =>
  /status/i.test(name)
    ? { type: 'status', value: null }
    : /day|date/i.test(name)
      ? { type: 'day', value: null }
      : { type: 'text', value: null };

/**
 * Returns a value for each parameter of a text: the given value, otherwise that of the shipped question, otherwise an
 * empty value whose type is guessed from the name.
 */
export function paramsWithDefaults(sql: string, given: Params, known: Params): Record<string, QuestionParam> {
  return Object.fromEntries(paramNames(sql).map(name => [name, given[name] ?? known[name] ?? guess(name)]));
}

type Cell = {
  sql: string;
  params: Params;
  /** Position of the answer, so that the same cell gives the same rows. */
  position: string;
  origin: string;
  /** First line of the cell: what it needs to run. */
  note: string;
};

const tablesIn = (sql: string) =>
  notebookTables.filter(table => new RegExp(`\\b${table}\\b`, 'i').test(sql.replace(texts, ' ')));

/**
 * A cell of a notebook that asks the same question as of the same position. It downloads the tables with a notebook key
 * and runs the SQL locally, because a key opens only files, and a session ends after minutes.
 */
export function notebookCell({ sql, params, position, origin, note }: Cell): string {
  const file = `${origin}/api/analysis/tables/{table}/{table}-${position}.parquet`;
  return [
    `# ${note}`,
    '# pip install duckdb pandas',
    'import json, os, duckdb, pandas as pd',
    'db = duckdb.connect()',
    `db.execute(f"CREATE SECRET (TYPE http, SCOPE '${origin}', BEARER_TOKEN '{os.environ['${keyEnvironmentVariable}']}')")`,
    `for table in ${JSON.stringify(tablesIn(sql))}:`,
    `    db.execute(f"CREATE VIEW {table} AS SELECT * FROM '${file}'")`,
    `question = json.loads(${JSON.stringify(JSON.stringify({ sql, params }))})`,
    'def value(type, value):',
    '    if value is None or type not in ("day", "moment"):',
    '        return value',
    '    return pd.to_datetime(value, utc=True).tz_localize(None).to_pydatetime()',
    'params = {name: value(**given) for name, given in question["params"].items()}',
    'db.execute(question["sql"], params or None).df()',
  ].join('\n');
}
