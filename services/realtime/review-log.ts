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
import { type Clock, type Ids, isoNow } from '../clock.ts';
import type { EventStore } from '../eventstore/port.ts';

export type ReviewLogDeps = {
  store: Pick<EventStore, 'append'>;
  clock: Clock;
  ids: Ids;
  log: { warn(facts: object, words: string): void; error(facts: object, words: string): void };
};

/** How often what was shown is written. */
export const keepMs = 5000;
/** A person's moves are kept this far apart. */
const apartMs = 1000;
/** Moves of one event at most. */
const mostMoves = 100;

export type ReviewLog = {
  note(personId: string, here: ReviewHere): void;
  /** Writes what was noted since. Never throws: where the log is in trouble, its commands say so. */
  keep(): Promise<void>;
};

type Open = Pick<ReviewHere, 'caseId' | 'list' | 'version'> & { moves: ReviewMove[] };

export function createReviewLog({ store, clock, ids, log }: ReviewLogDeps): ReviewLog {
  let open = new Map<string, Open>();
  const last = new Map<string, number>();
  return {
    note(by, { caseId, list, version, stage, camera, tooth, pointer }) {
      const key = `${caseId}/${list}/${version}`;
      const now = clock.now();
      if (now - (last.get(`${key}/${by}`) ?? Number.NEGATIVE_INFINITY) < apartMs) return;
      last.set(`${key}/${by}`, now);
      const review = open.get(key) ?? { caseId, list, version, moves: [] };
      open.set(key, review);
      if (review.moves.length < mostMoves)
        review.moves.push({ by, at: isoNow(clock), stage, camera, tooth, pointer });
    },
    async keep() {
      const noted = open;
      open = new Map();
      for (const [key, at] of last) if (clock.now() - at > keepMs) last.delete(key);
      for (const data of noted.values()) {
        const shown: ReviewEvent = { type: 'ReviewShown', data };
        const by = data.moves[0]?.by ?? 'system';
        const stamp = { id: ids.uuid(), v: 1, at: isoNow(clock), by };
        try {
          await store.append(reviewStream(data.caseId), 'any', [{ ...shown, ...stamp }]);
        } catch (error) {
          log.error({ err: error }, 'what was shown in a review could not be kept');
        }
      }
    },
  };
}
