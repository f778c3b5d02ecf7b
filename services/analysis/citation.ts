/** Citation of a result: the same citation gives the same rows. Pure. */
import { createHash } from 'node:crypto';
import type { QuestionParams } from '#events/question/params.ts';
import { tablesHash } from './tables.ts';

export type Citation = {
  /** Id of the log. */
  log: string;
  /** Position on the wire. */
  position: string;
  /** Hash of the tables' definition. */
  definition: string;
  /** SHA-256 of the text and its parameters, hex. */
  question: string;
};

type Cited = { logId: string; position: string; sql: string; params: QuestionParams };

export function citationOf({ logId, position, sql, params }: Cited): Citation {
  const named = Object.entries(params)
    .map(([name, { type, value }]) => [name, type, value])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  const question = createHash('sha256')
    .update(JSON.stringify([sql, named]))
    .digest('hex');
  return { log: logId, position, definition: tablesHash, question };
}
