/**
 * Decides whether an append writes, with EventStoreDB's rules for repeated events (its
 * `IndexWriter.CheckCommit`, 23.10), including the surprising ones. With `any` and `exists`, ids are looked
 * up among the recent ids of the whole log, and the first use of an id counts. With an exact revision, ids
 * are compared with the events after that revision.
 */

/** A number is an exact revision; -1 requires that the stream does not exist. */
export type ExpectedRevision = 'any' | 'exists' | number;

/** `known`: all events exist already, and this is the revision of the last one. */
export type AppendVerdict = 'write' | 'wrong' | 'deleted' | { known: number };

export type AppendFacts = {
  stream: string;
  expected: ExpectedRevision;
  ids: readonly string[];
  /** Revision of the stream's last event; -1 if it has none. */
  last: number;
  hasMetadata: boolean;
  /** True if all events are hidden; the next append starts the stream again. */
  softDeleted: boolean;
  /** True if the stream is permanently deleted. */
  tombstoned: boolean;
  /** First use of an id, if it is recent enough. */
  recent: (id: string) => { stream: string; revision: number } | undefined;
  /** Id of the stream's event at a revision. */
  idAt: (revision: number) => string | undefined;
};

export function decideAppend(question: AppendFacts): AppendVerdict {
  const { expected, last, hasMetadata, softDeleted, tombstoned } = question;
  if (tombstoned) return 'deleted';
  if (expected === 'exists' && softDeleted) return 'deleted';
  // A stream that has only metadata counts as existing.
  if (expected === 'exists' && last < 0 && !hasMetadata) return 'wrong';
  if (typeof expected !== 'number') return amongRecent(question);
  if (expected > last) return 'wrong';
  return expected === last ? 'write' : behind(question, expected);
}

/** Trap: a known id followed by a new one writes nothing; a new id followed by a known one writes both. */
function amongRecent({ stream, ids, recent }: AppendFacts): AppendVerdict {
  let known: number | undefined;
  for (const id of ids) {
    const first = recent(id);
    if (first?.stream !== stream) return known === undefined ? 'write' : 'wrong';
    known = first.revision;
  }
  return known === undefined ? 'write' : { known };
}

function behind({ ids, idAt, softDeleted }: AppendFacts, expected: number): AppendVerdict {
  const differs = ids.findIndex((id, i) => idAt(expected + 1 + i) !== id);
  if (ids.length > 0 && differs < 0) return { known: expected + ids.length };
  return differs === 0 && expected < 0 && softDeleted ? 'write' : 'wrong';
}
