/**
 * What people showed each other in a review is kept in a stream beside the case: at most a move a second of each
 * person, and only while two of them are there. Losing the last seconds in a crash loses no decision.
 */
import {
  type ReviewEvent,
  type ReviewHere,
  type ReviewMove,
  reviewStream,
} from '#events/plan/live-review.ts';
import { type Clock, type Ids, isoNow } from '../clock/clock.ts';
import type { EventStore } from '../eventstore/port.ts';

export type ReviewLogDeps = {
  store: Pick<EventStore, 'append'>;
  clock: Clock;
  ids: Ids;
  log: { warn(facts: object, words: string): void; error(facts: object, words: string): void };
};

/** How often what was shown is written. */
export const keepMs = 5000;
/** A person's moves are kept this far apart; where they came to rest is kept as well. */
const apartMs = 1000;
/** Moves of one event at most; where there were more, it holds the newest, and with them where each came to rest. */
export const mostMoves = 100;

export type ReviewLog = {
  note(personId: string, here: ReviewHere): void;
  /**
   * Writes what was noted since; the answer comes once all that was noted before is written. Never throws: where the
   * log is in trouble, its commands say so.
   */
  keep(): Promise<void>;
};

/** `resting`: each person's newest move, where it came too soon after the one before to be kept. */
type Open = Pick<ReviewHere, 'caseId' | 'list' | 'version'> & {
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
    for (const [key, at] of last) if (clock.now() - at > keepMs) last.delete(key);
    for (const { resting, ...review } of noted.values()) {
      const data = { ...review, moves: [...review.moves, ...resting.values()].slice(-mostMoves) };
      const shown: ReviewEvent = { type: 'ReviewShown', data };
      const by = data.moves[0]?.by ?? 'system';
      const stamp = { id: ids.uuid(), v: 1, at: isoNow(clock), by };
      try {
        await store.append(reviewStream(data.caseId), 'any', [{ ...shown, ...stamp }]);
      } catch (error) {
        log.error({ err: error }, 'what was shown in a review could not be kept');
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
      if (since < apartMs || review.moves.length >= mostMoves) {
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
