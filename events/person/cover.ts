/**
 * Covers as a doctor holds them: a colleague acts in a doctor's place for a span of days. Rights follow from the clock at
 * each check (`casesCoveredNow`), so a cover needs no event to begin or to end. Pure.
 */
import type { DirectoryEvent } from './events.ts';
import type { CoveredCases } from './position.ts';

/** A cover as stored with its covering doctor. `from` and `until` are instants, ISO; `until` is exclusive. */
export type Cover = CoveredCases & {
  coverId: string;
  from: string;
  until: string;
  /** First and last day in the organisation's time zone. */
  days: { first: string; last: string };
  note: string;
  /** The person who arranged the cover, and the time. */
  by: string;
  at: string;
};

type Covering = { covers: readonly Cover[] };

const isActive = ({ from, until }: Cover, now: number) => Date.parse(from) <= now && now < Date.parse(until);

/** The cases in which a person acts in a colleague's place now. */
export const casesCoveredNow = ({ covers }: Covering, now: number): CoveredCases[] =>
  covers.filter(cover => isActive(cover, now)).map(({ ownerId, caseIds }) => ({ ownerId, caseIds }));

/** The next time at which a person's covers begin or end; Infinity if there is none. */
export function nextCoverChangeTime({ covers }: Covering, now: number): number {
  const times = covers.flatMap(({ from, until }) => [Date.parse(from), Date.parse(until)]);
  return Math.min(...times.filter(time => time > now));
}

type CoverEvent = Extract<DirectoryEvent, { type: 'CoverArranged' | 'CoverEnded' }>;

/** The covers of the event's person after the event. */
export function evolveCovers(
  covers: readonly Cover[],
  e: CoverEvent & { by?: string; at?: string },
): Cover[] {
  if (e.type === 'CoverEnded') return covers.filter(({ coverId }) => coverId !== e.data.coverId);
  const { personId: _, ...cover } = e.data;
  const { at = '', by = '' } = e;
  // Covers that are over have no use; the log keeps them.
  return [...covers.filter(({ until }) => until > at), { ...cover, ...e.personal, at, by }];
}
