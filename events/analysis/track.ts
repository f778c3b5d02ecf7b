/**
 * The track: every move of a range between statuses, as bytes that the browser replays without the server. A move is a
 * case that goes from one status to another at a clock time and a position; the first one creates the case, and a
 * deleted draft moves to GONE. A file begins with the ids and the state of its cases, so that each month is complete.
 * Times are whole seconds, rounded up: at any whole second, the track shows the log's state. A move takes 6 to 10 bytes
 * before gzip.
 */
import {
  type ByteReader,
  checksum,
  createByteReader,
  createByteWriter,
  TruncatedBytesError,
} from './byte-columns.ts';
import {
  type AssignmentColumns,
  createTrack,
  GONE,
  type MoveColumns,
  NOBODY,
  type Track,
} from './track-seek.ts';

export type { TimeOrPosition, Track } from './track-seek.ts';
export { GONE, NOBODY } from './track-seek.ts';

/** `to`: the status, or GONE for a deleted draft. `at`: clock time in ms. */
export type StatusMove = { at: number; position: bigint; caseId: string; to: number };
/** A change of assignee. `person`: a pseudonym, or null. */
export type AssigneeChange = { at: number; position: bigint; caseId: string; person: string | null };
/** A case at a moment, such as the start of a track. `since`: clock time of its last move, in ms. */
export type CaseAtMoment = { id: string; status: number; since: number; person: string | null };

/** The range of a track and the state at its start. */
export type TrackStart = {
  /** Range in ms, of whole seconds. The track has the moves with from < at ≤ to. */
  from: number;
  to: number;
  /** Position of the last event up to `from`, and of the last event up to `to`. */
  startPosition: bigint;
  position: bigint;
  /** The cases that exist at `from`, in any order. */
  cases: readonly CaseAtMoment[];
};

/** `foreign`: not a track. `newer`: of a newer version. `damaged`: changed or incomplete bytes. `gap`: a missing month. */
type TrackFault = 'foreign' | 'newer' | 'damaged' | 'gap';

/** Thrown for bytes that are no track, and for tracks that cannot be joined. */
export class UnreadableTrackError extends Error {
  readonly fault: TrackFault;
  constructor(fault: TrackFault) {
    super(`the track is unreadable: ${fault}`);
    this.name = 'UnreadableTrackError';
    this.fault = fault;
  }
}

/** The first bytes of a track: "ATRK" and the version of the format. */
const MAGIC = [0x41, 0x54, 0x52, 0x4b] as const;
const VERSION = 1;
const HEADER_BYTES = MAGIC.length + 1;
const CHECKSUM_BYTES = 4;
const SECOND_MS = 1000;
/** Bytes of a case index: up to 16 million cases. */
const INDEX_BYTES = 3;
const MOST_CASES = 2 ** (8 * INDEX_BYTES);
/** An opened track has indexes of people in two bytes; NOBODY is one of them. */
const MOST_PEOPLE = NOBODY;

/** Whole seconds of a time, rounded up, so that no move appears before its time. */
const secondOf = (ms: number) => Math.ceil(ms / SECOND_MS);
const deltas = (values: readonly number[], start: number) =>
  values.map((value, i) => value - (i === 0 ? start : (values[i - 1] ?? start)));

const seconds = (events: readonly { at: number }[]) => events.map(({ at }) => secondOf(at));
const positions = (events: readonly { position: bigint }[]) => events.map(({ position }) => Number(position));

const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/**
 * Cases in the order of their last move. The active ones are last, next to the new cases, so that indexes counted from
 * the end are small.
 */
const ordered = (cases: readonly CaseAtMoment[]) =>
  cases.toSorted((a, b) => secondOf(a.since) - secondOf(b.since) || byText(a.id, b.id));

/** Numbers texts in the order of their first use. */
function createNumbering(first: readonly string[] = []) {
  const numbers = new Map(first.map((text, i) => [text, i]));
  return {
    numbers,
    of: (text: string): number => {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, numbers.size);
      return numbers.size - 1;
    },
  };
}

/**
 * Returns the bytes of a track. The same cases and moves give the same bytes.
 * @param moves in the order of the log; a case's first move creates it
 * @param assignments in the order of the log, of cases that exist
 * @throws RangeError for more cases or people than the columns can number
 */
export function writeTrack(
  start: TrackStart,
  moves: readonly StatusMove[],
  assignments: readonly AssigneeChange[] = [],
): Uint8Array {
  const cases = ordered(start.cases);
  const known = createNumbering(cases.map(({ id }) => id));
  const people = createNumbering();
  /** 0 for a new case, otherwise the distance of its index from the number of known cases. */
  const ages = moves.map(({ caseId }) => {
    const size = known.numbers.size;
    const index = known.of(caseId);
    return index === size ? 0 : size - index;
  });
  const personOf = (person: string | null) => (person === null ? 0 : people.of(person) + 1);
  const startPeople = cases.map(({ person }) => personOf(person));
  const assignedPeople = assignments.map(({ person }) => personOf(person));
  if (known.numbers.size > MOST_CASES) throw new RangeError(`a track has at most ${MOST_CASES} cases`);
  if (people.numbers.size > MOST_PEOPLE) throw new RangeError(`a track has at most ${MOST_PEOPLE} people`);
  const [from, to] = [secondOf(start.from), secondOf(start.to)];
  const startPosition = Number(start.startPosition);
  const sinceSeconds = cases.map(({ since }) => secondOf(since));

  const out = createByteWriter();
  for (const byte of [...MAGIC, VERSION]) out.byte(byte);
  out.varints([from, to - from, startPosition, Number(start.position) - startPosition]);
  out.varints([cases.length, known.numbers.size, people.numbers.size, moves.length, assignments.length]);
  out.texts([...known.numbers.keys()]);
  out.texts([...people.numbers.keys()]);
  out.varints(deltas(sinceSeconds, 0));
  for (const { status } of cases) out.byte(status);
  out.varints(startPeople);
  out.varints(deltas(seconds(moves), from));
  out.planes(ages, INDEX_BYTES);
  for (const move of moves) out.byte(move.to);
  out.varints(deltas(positions(moves), startPosition));
  out.varints(deltas(seconds(assignments), from));
  out.planes(
    assignments.map(({ caseId }) => known.of(caseId)),
    INDEX_BYTES,
  );
  out.varints(assignedPeople);
  out.varints(deltas(positions(assignments), startPosition));
  const sum = checksum(out.done());
  out.planes([sum], CHECKSUM_BYTES);
  return out.done();
}

/** Adds up differences in place. @returns the same array */
function summed(values: Float64Array, start: number, unit = 1): Float64Array {
  let sum = start;
  for (let i = 0; i < values.length; i++) {
    sum += values[i] ?? 0;
    values[i] = sum * unit;
  }
  return values;
}

/** Reads indexes of people, which are written with 0 for nobody. */
function readPeople(read: ByteReader, count: number): Uint16Array {
  const people = read.varints(new Uint16Array(count));
  return people.map(person => (person === 0 ? NOBODY : person - 1));
}

type Sizes = { starters: number; all: number; moves: number };

/** Reads the moves. The status before a move is the one after the case's last move, so it is not written. */
function readMoves(read: ByteReader, sizes: Sizes, startStatuses: Uint8Array, from: number) {
  const times = summed(read.varints(new Float64Array(sizes.moves)), from, SECOND_MS);
  const caseIndexes = read.planes(sizes.moves, INDEX_BYTES);
  const tos = read.take(sizes.moves).slice();
  const froms = new Uint8Array(sizes.moves);
  const statuses = startStatuses.slice();
  let known = sizes.starters;
  for (let i = 0; i < sizes.moves; i++) {
    const age = caseIndexes[i] ?? 0;
    const index = age === 0 ? known++ : known - age;
    if (index < 0 || index >= sizes.all) throw new TruncatedBytesError();
    caseIndexes[i] = index;
    froms[i] = statuses[index] ?? GONE;
    statuses[index] = tos[i] ?? GONE;
  }
  return { times, caseIndexes, froms, tos };
}

function readTrack(read: ByteReader): Track {
  const from = read.varint();
  const to = from + read.varint();
  const startPosition = read.varint();
  const position = startPosition + read.varint();
  const [starters, all, persons] = [read.varint(), read.varint(), read.varint()];
  const [moveCount, assignmentCount] = [read.varint(), read.varint()];
  const caseIds = read.texts(all);
  const people = read.texts(persons);
  const startSince = new Float64Array(all).fill(Number.NaN);
  startSince.set(summed(read.varints(new Float64Array(starters)), 0, SECOND_MS));
  const startStatuses = new Uint8Array(all).fill(GONE);
  startStatuses.set(read.take(starters));
  const startPeople = new Uint16Array(all).fill(NOBODY);
  startPeople.set(readPeople(read, starters));
  const moves: MoveColumns = {
    ...readMoves(read, { starters, all, moves: moveCount }, startStatuses, from),
    positions: summed(read.varints(new Float64Array(moveCount)), startPosition),
  };
  const assignments: AssignmentColumns = {
    times: summed(read.varints(new Float64Array(assignmentCount)), from, SECOND_MS),
    caseIndexes: read.planes(assignmentCount, INDEX_BYTES),
    people: readPeople(read, assignmentCount),
    positions: summed(read.varints(new Float64Array(assignmentCount)), startPosition),
  };
  if (!read.ended()) throw new TruncatedBytesError();
  return createTrack({
    from: from * SECOND_MS,
    to: to * SECOND_MS,
    startPosition,
    position,
    caseIds,
    people,
    startStatuses,
    startSince,
    startPeople,
    moves,
    assignments,
  });
}

/** Opens the bytes of a track. @throws UnreadableTrackError */
export function openTrack(bytes: Uint8Array): Track {
  if (bytes.length < HEADER_BYTES || MAGIC.some((byte, i) => bytes[i] !== byte))
    throw new UnreadableTrackError('foreign');
  if (bytes[MAGIC.length] !== VERSION) throw new UnreadableTrackError('newer');
  const body = bytes.subarray(0, -CHECKSUM_BYTES);
  try {
    const [sum] = createByteReader(bytes, body.length).planes(1, CHECKSUM_BYTES);
    if (sum !== checksum(body)) throw new UnreadableTrackError('damaged');
    return readTrack(createByteReader(body, HEADER_BYTES));
  } catch (error) {
    if (error instanceof TruncatedBytesError || error instanceof RangeError)
      throw new UnreadableTrackError('damaged');
    throw error;
  }
}
