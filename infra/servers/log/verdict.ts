/**
 * What an append comes to: EventStoreDB's own rules of when an event is known already (its `IndexWriter.CheckCommit`,
 * 23.10). Those that surprise are kept on purpose. Under `any` and `exists` an id is looked for among the recent ones of
 * the whole log, and its first use there wins; under an exact revision the events that follow it are compared.
 */

/** -1 where the stream must not exist. */
export type ExpectedRevision = 'any' | 'exists' | number;

/** `known` is the revision of the last event, where all of them are there already. */
export type Verdict = 'write' | 'wrong' | 'deleted' | { known: number };

export type Question = {
  stream: string;
  expected: ExpectedRevision;
  ids: readonly string[];
  /** Of the stream's last event; -1 where there is none. */
  last: number;
  hasMetadata: boolean;
  /** All of its events are hidden: the next append begins it again. */
  softDeleted: boolean;
  /** Nobody appends to it any more. */
  tombstoned: boolean;
  /** Where an id was used first, as far as that is remembered. */
  recent: (id: string) => { stream: string; revision: number } | undefined;
  /** Id of the stream's event at a revision. */
  idAt: (revision: number) => string | undefined;
};

export function verdictOn(question: Question): Verdict {
  const { expected, last, hasMetadata, softDeleted, tombstoned } = question;
  if (tombstoned) return 'deleted';
  if (expected === 'exists' && softDeleted) return 'deleted';
  // A stream whose metadata was set exists.
  if (expected === 'exists' && last < 0 && !hasMetadata) return 'wrong';
  if (typeof expected !== 'number') return amongRecent(question);
  if (expected > last) return 'wrong';
  return expected === last ? 'write' : behind(question, expected);
}

/** Trap: of a known id and a new one behind it nothing is written; with the new one first, both are. */
function amongRecent({ stream, ids, recent }: Question): Verdict {
  let known: number | undefined;
  for (const id of ids) {
    const first = recent(id);
    if (first?.stream !== stream) return known === undefined ? 'write' : 'wrong';
    known = first.revision;
  }
  return known === undefined ? 'write' : { known };
}

function behind({ ids, idAt, softDeleted }: Question, expected: number): Verdict {
  const differs = ids.findIndex((id, i) => idAt(expected + 1 + i) !== id);
  if (ids.length > 0 && differs < 0) return { known: expected + ids.length };
  return differs === 0 && expected < 0 && softDeleted ? 'write' : 'wrong';
}
