/**
 * Records what people showed each other in a review, in a stream beside the case's: at most one move a second per
 * person, and only while two people are present. A crash may lose the last seconds, which contain no decision.
 */
import {
  type ReviewEvent,
  type ReviewerView,
  type ReviewMove,
  reviewStreamOf,
} from '#events/plan/live-review.ts';
import { type Clock, type Ids, isoNow } from '../clock/clock.ts';
import type { EventStore } from '../eventstore/port.ts';

export type ReviewLogDeps = {
  store: Pick<EventStore, 'append'>;
  clock: Clock;
  ids: Ids;
  log: { warn(facts: object, words: string): void; error(facts: object, words: string): void };
};

/** Interval between two writes of a review's record. */
export const reviewWriteIntervalMs = 5000;
/**
 * Shortest interval between two recorded moves of one person, in ms. The position at which a person rests is always
 * recorded.
 */
const apartMs = 1000;
/**
 * Maximum number of moves in one event. An event with more keeps the newest, which include everybody's resting
 * position.
 */
export const maxMovesPerEvent = 100;

export type ReviewLog = {
  note(personId: string, here: ReviewerView): void;
  /**
   * Writes the moves recorded so far. Resolves when all of them are written. Never throws, because commands report a
   * failing log.
   */
  keep(): Promise<void>;
};

/** `resting`: each person's newest move, if it came too soon after the previous one to be recorded. */
type Open = Pick<ReviewerView, 'caseId' | 'list' | 'version'> & {
  moves: ReviewMove[];
  resting: Map<string, ReviewMove>;
};

export function createReviewLog({ store, clock, ids, log }: ReviewLogDeps): ReviewLog {
  let open = new Map<string, Open>();
  const last = new Map<string, number>();
  let written: Promise<void> = Promise.resolve();
  const write = async () => {
    const noted = open;
    open = new Map();
    for (const [key, at] of last) if (clock.now() - at > reviewWriteIntervalMs) last.delete(key);
    for (const { resting, ...review } of noted.values()) {
      const data = { ...review, moves: [...review.moves, ...resting.values()].slice(-maxMovesPerEvent) };
      const shown: ReviewEvent = { type: 'ReviewShown', data };
      const by = data.moves[0]?.by ?? 'system';
      const stamp = { id: ids.uuid(), at: isoNow(clock), by };
      try {
        await store.append(reviewStreamOf(data.caseId), 'any', [{ ...shown, ...stamp }]);
      } catch (error) {
        log.error({ err: error }, 'storing the course of a review failed');
      }
    }
  };
  return {
    note(by, { caseId, list, version, stage, camera, tooth, pointer }) {
      const key = `${caseId}/${list}/${version}`;
      const now = clock.now();
      const review: Open = open.get(key) ?? { caseId, list, version, moves: [], resting: new Map() };
      open.set(key, review);
      const move: ReviewMove = { by, at: isoNow(clock), stage, camera, tooth, pointer };
      const since = now - (last.get(`${key}/${by}`) ?? Number.NEGATIVE_INFINITY);
      if (since < apartMs || review.moves.length >= maxMovesPerEvent) {
        review.resting.set(by, move);
        return;
      }
      last.set(`${key}/${by}`, now);
      review.resting.delete(by);
      review.moves.push(move);
    },
    keep() {
      written = written.then(write);
      return written;
    },
  };
}
