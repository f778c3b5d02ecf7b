/** Binds the parameters of a question, each by its type. */
import type { DuckDBPreparedStatement } from '@duckdb/node-api';
import type { QuestionParam, QuestionParams } from '#events/question/params.ts';

const DAY_MS = 86_400_000;

export const paramNamesOf = (prepared: DuckDBPreparedStatement): string[] =>
  Array.from({ length: prepared.parameterCount }, (_, i) => prepared.parameterName(i + 1));

async function bind(
  prepared: DuckDBPreparedStatement,
  name: string,
  { type, value }: QuestionParam,
): Promise<void> {
  const { DuckDBDateValue, DuckDBTimestampValue } = await import('@duckdb/node-api');
  const index = prepared.parameterIndex(name);
  if (value === null) prepared.bindNull(index);
  else if (type === 'day') prepared.bindDate(index, new DuckDBDateValue(Date.parse(String(value)) / DAY_MS));
  else if (type === 'moment')
    prepared.bindTimestamp(index, new DuckDBTimestampValue(BigInt(Date.parse(String(value))) * 1000n));
  else if (typeof value === 'string') prepared.bindVarchar(index, value);
  else if (Number.isSafeInteger(value)) prepared.bindBigInt(index, BigInt(value));
  else prepared.bindDouble(index, value);
}

export async function bindParams(prepared: DuckDBPreparedStatement, params: QuestionParams): Promise<void> {
  for (const [name, param] of Object.entries(params)) await bind(prepared, name, param);
}
