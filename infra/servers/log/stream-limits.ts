/** Which events of a stream its metadata hides: `$maxCount`, `$maxAge` and `$tb` (truncate before). */

export type StreamLimits = {
  /** Revisions before this one are hidden. */
  truncateBefore: number;
  maxCount: number;
  /** Maximum age in seconds. */
  maxAge: number;
};

/** `$tb` of a soft deletion: hides all existing events and none of the following. */
export const SOFT_DELETED = Number.MAX_SAFE_INTEGER;
/** EventStoreDB writes this value, which exceeds JavaScript's safe integers. */
const SOFT_DELETION = '{"$tb":9223372036854775807}';

export const METADATA_TYPE = '$metadata';
const PREFIX = '$$';

const none: StreamLimits = {
  truncateBefore: 0,
  maxCount: Number.POSITIVE_INFINITY,
  maxAge: Number.POSITIVE_INFINITY,
};

export const metadataStreamOf = (stream: string) => PREFIX + stream;

/** The stream that a metadata stream describes; undefined for other streams. */
export const streamOfMetadata = (stream: string) =>
  stream.startsWith(PREFIX) ? stream.slice(PREFIX.length) : undefined;

/** Default limits: a metadata stream shows only its newest event. */
export const defaultLimitsOf = (stream: string): StreamLimits =>
  streamOfMetadata(stream) === undefined ? none : { ...none, maxCount: 1 };

/** Metadata that hides all events of a stream. */
export const createSoftDeletionMetadata = () => Buffer.from(SOFT_DELETION);

export function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Cast: clients may append any metadata. Metadata that is not JSON sets no limits. */
export function parseStreamLimits(data: Uint8Array): StreamLimits {
  const numbers = Object(parseJsonOrUndefined(Buffer.from(data).toString())) as Record<string, unknown>;
  const numberOf = (key: string, usual: number) =>
    typeof numbers[key] === 'number' ? Math.min(numbers[key], SOFT_DELETED) : usual;
  return {
    truncateBefore: numberOf('$tb', none.truncateBefore),
    maxCount: numberOf('$maxCount', none.maxCount),
    maxAge: numberOf('$maxAge', none.maxAge),
  };
}

export const isSoftDeleted = ({ truncateBefore }: Pick<StreamLimits, 'truncateBefore'>) =>
  truncateBefore === SOFT_DELETED;

/** First visible revision of a stream, ignoring age. @param last revision of its last event */
export const firstVisibleRevision = ({ truncateBefore, maxCount }: StreamLimits, last: number) =>
  Math.max(truncateBefore, last + 1 - maxCount, 0);
