/**
 * The reviewer's unsent ticks on a version, kept in the tab's sessionStorage while the person leaves the
 * page.
 */
import { useCallback, useEffect, useState } from 'react';
import { type ReviewPoint, reviewPoints } from '#events/plan/review-points.ts';

/** Ticked points of the checklist, and keys of acknowledged red points. */
export type ReviewTicks = { checked: ReadonlySet<ReviewPoint>; taken: ReadonlySet<string> };

type Box = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
type Version = { caseId: string; list: string; version: number; bundle: string };

const none: ReviewTicks = { checked: new Set(), taken: new Set() };

/** Uses the prefix of drafts: web/lib/storage.ts clears it, and another person who signs in drops it. */
export const reviewTicksKey = (userId: string, { caseId, list, version, bundle }: Version): string =>
  `draft:${userId}:${caseId}:review:${list}:${version}:${bundle}`;

const isText = (value: unknown): value is string => typeof value === 'string';
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isText) : []);

/** Returns the stored ticks, without unreadable ones. */
export function readReviewTicks(box: Box, key: string): ReviewTicks {
  try {
    const found: unknown = JSON.parse(box.getItem(key) ?? '{}');
    const { checked, taken }: { checked?: unknown; taken?: unknown } = Object(found);
    const known = texts(checked);
    return { checked: new Set(reviewPoints.filter(p => known.includes(p))), taken: new Set(texts(taken)) };
  } catch {
    return none;
  }
}

export function storeReviewTicks(box: Box, key: string, { checked, taken }: ReviewTicks): void {
  try {
    if (checked.size + taken.size === 0) box.removeItem(key);
    else box.setItem(key, JSON.stringify({ checked: [...checked], taken: [...taken] }));
  } catch {
    // Storage is full or unavailable: the ticks are still on the page.
  }
}

/**
 * The ticks of one version; a new `key` loads that version's ticks. @param key undefined until the person is
 * known: nothing is stored then
 */
export function useReviewTicks(
  key: string | undefined,
): [ticks: ReviewTicks, change: (more: Partial<ReviewTicks>) => void] {
  const [held, setHeld] = useState<{ key: string | undefined; ticks: ReviewTicks }>({
    key: undefined,
    ticks: none,
  });
  // Reads storage in an effect: the server has none.
  useEffect(() => {
    if (key !== undefined) setHeld({ key, ticks: readReviewTicks(sessionStorage, key) });
  }, [key]);
  const ticks = held.key === key ? held.ticks : none;
  const change = useCallback(
    (more: Partial<ReviewTicks>) => {
      const next = { ...ticks, ...more };
      setHeld({ key, ticks: next });
      if (key !== undefined) storeReviewTicks(sessionStorage, key, next);
    },
    [key, ticks],
  );
  return [ticks, change];
}
