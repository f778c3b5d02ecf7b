/** Which events of a stream its metadata hides: `$maxCount`, `$maxAge` and `$tb` (truncate before). */

export type Limits = {
  /** Revisions before this one are not read. */
  truncateBefore: number;
  maxCount: number;
  /** In seconds. */
  maxAge: number;
};

/** A soft deletion hides every event until then, and none that follows. */
export const ALL_OF_IT = Number.MAX_SAFE_INTEGER;
/** The same as EventStoreDB writes it: more than a number of JavaScript holds. */
const SOFT_DELETION = '{"$tb":9223372036854775807}';

export const METADATA = '$metadata';
const PREFIX = '$$';

const none: Limits = {
  truncateBefore: 0,
  maxCount: Number.POSITIVE_INFINITY,
  maxAge: Number.POSITIVE_INFINITY,
};

export const metadataOf = (stream: string) => PREFIX + stream;

/** The stream that a stream of metadata describes; undefined for any other stream. */
export const describedBy = (stream: string) =>
  stream.startsWith(PREFIX) ? stream.slice(PREFIX.length) : undefined;

/** Of a stream of metadata only the newest event is read. */
export const usualOf = (stream: string): Limits =>
  describedBy(stream) === undefined ? none : { ...none, maxCount: 1 };

/** Metadata that hides a stream. */
export const softDeletion = () => Buffer.from(SOFT_DELETION);

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The boundary: clients may append any metadata. Metadata that is not JSON sets no limits. */
export function limitsIn(data: Uint8Array): Limits {
  const numbers = Object(parsed(Buffer.from(data).toString())) as Record<string, unknown>;
  const numberOf = (key: string, usual: number) =>
    typeof numbers[key] === 'number' ? Math.min(numbers[key], ALL_OF_IT) : usual;
  return {
    truncateBefore: numberOf('$tb', none.truncateBefore),
    maxCount: numberOf('$maxCount', none.maxCount),
    maxAge: numberOf('$maxAge', none.maxAge),
  };
}

export const isSoftDeleted = ({ truncateBefore }: Pick<Limits, 'truncateBefore'>) =>
  truncateBefore === ALL_OF_IT;

/** The first revision of a stream that is read, as far as age does not matter. @param last of its last event */
export const firstOf = ({ truncateBefore, maxCount }: Limits, last: number) =>
  Math.max(truncateBefore, last + 1 - maxCount, 0);
