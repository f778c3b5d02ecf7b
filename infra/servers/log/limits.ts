/** Which events of a stream its metadata hides: `$maxCount` and `$tb` (truncate before). `$maxAge` is not supported. */

export type Limits = {
  /** Revisions before this one are not read. */
  truncateBefore: number;
  maxCount: number;
  tombstoned: boolean;
};

/** Of a soft deletion: everything until then, and nothing of what comes after it. */
export const ALL_OF_IT = Number.MAX_SAFE_INTEGER;
export const METADATA = '$metadata';
const PREFIX = '$$';

export const none: Limits = { truncateBefore: 0, maxCount: Number.POSITIVE_INFINITY, tombstoned: false };

export const metadataOf = (stream: string) => PREFIX + stream;

/** The stream that an event of this one is about; undefined where it holds no metadata. */
export const describedBy = (stream: string) =>
  stream.startsWith(PREFIX) ? stream.slice(PREFIX.length) : undefined;

/** Of a stream of metadata only the newest is read. */
export const usualOf = (stream: string): Limits =>
  describedBy(stream) === undefined ? none : { ...none, maxCount: 1 };

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
    tombstoned: false,
  };
}

export const isSoftDeleted = ({ truncateBefore }: Limits) => truncateBefore === ALL_OF_IT;

/** The first revision of a stream that is read. @param last of its last event */
export const firstOf = ({ truncateBefore, maxCount }: Limits, last: number) =>
  Math.max(truncateBefore, last + 1 - maxCount, 0);
