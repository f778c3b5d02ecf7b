/** What the page reads in a question's text, without the engine: the names of its parameters. Pure. */
import type { AskDescription } from '#services/api/answers.ts';

type Params = AskDescription['questions'][number]['params'];
export type Param = Params[string];
export type { Params };

/** Texts, quoted names and comments, in which `$` names nothing. */
const quoted = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\//g;

/** Names of the parameters of a text, in the order of their first use. */
export function paramNames(sql: string): string[] {
  const names = sql.replace(quoted, ' ').matchAll(/\$([A-Za-z_]\w*)/g);
  return [...new Set([...names].map(([, name]) => name ?? ''))];
}

/** The type that a name suggests. */
const guess = (name: string): Param =>
  /status/i.test(name)
    ? { type: 'status', value: null }
    : /day|date/i.test(name)
      ? { type: 'day', value: null }
      : { type: 'text', value: null };

/** The parameters of a text: as given, else as a question that comes with the product has them, else by their name. */
export function paramsOf(sql: string, given: Params, known: Params): Record<string, Param> {
  return Object.fromEntries(paramNames(sql).map(name => [name, given[name] ?? known[name] ?? guess(name)]));
}

type Cell = {
  sql: string;
  params: Params;
  /** Position of the answer, so that the same cell gives the same rows. */
  position: string;
  origin: string;
};

/** A cell of a notebook that asks the same as of the same position, with the types of the columns. */
export function notebookCell({ sql, params, position, origin }: Cell): string {
  const question = JSON.stringify({ sql, params, asOf: position, format: 'parquet' });
  return [
    'import io, json, os, requests, pandas as pd',
    `question = json.loads(${JSON.stringify(question)})`,
    `answer = requests.post("${origin}/api/analysis/ask", json=question,`,
    '    headers={"Authorization": os.environ["ARCHLINE_SESSION"]})',
    'answer.raise_for_status()',
    'pd.read_parquet(io.BytesIO(answer.content))',
  ].join('\n');
}
