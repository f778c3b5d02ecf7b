/** What a reviewer has ticked of a version and not sent: it outlives leaving the room, in the tab's sessionStorage. */
import { useCallback, useEffect, useState } from 'react';
import { type ReviewPoint, reviewPoints } from '#events/plan/review-points.ts';

/** Points of the checklist, and keys of what is acknowledged. */
export type Ticks = { checked: ReadonlySet<ReviewPoint>; taken: ReadonlySet<string> };

type Box = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
type Version = { caseId: string; list: string; version: number; bundle: string };

const none: Ticks = { checked: new Set(), taken: new Set() };

/** Under the prefix of drafts: web/lib/storage.ts clears it, and somebody else who signs in drops it. */
export const ticksKey = (userId: string, { caseId, list, version, bundle }: Version): string =>
  `draft:${userId}:${caseId}:review:${list}:${version}:${bundle}`;

const isText = (value: unknown): value is string => typeof value === 'string';
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isText) : []);

/** What was kept, as far as it can be read. */
export function keptTicks(box: Box, key: string): Ticks {
  try {
    const found: unknown = JSON.parse(box.getItem(key) ?? '{}');
    const { checked, taken }: { checked?: unknown; taken?: unknown } = Object(found);
    const known = texts(checked);
    return { checked: new Set(reviewPoints.filter(p => known.includes(p))), taken: new Set(texts(taken)) };
  } catch {
    return none;
  }
}

export function keepTicks(box: Box, key: string, { checked, taken }: Ticks): void {
  try {
    if (checked.size + taken.size === 0) box.removeItem(key);
    else box.setItem(key, JSON.stringify({ checked: [...checked], taken: [...taken] }));
  } catch {
    // The box is full or shut: what was ticked is still on the page.
  }
}

/**
 * The ticks of one version; those of another are taken up where the key changes.
 * @param key undefined while it is not known who looks: nothing is kept then
 */
export function useTicks(key: string | undefined): [ticks: Ticks, change: (more: Partial<Ticks>) => void] {
  const [held, setHeld] = useState<{ key: string | undefined; ticks: Ticks }>({
    key: undefined,
    ticks: none,
  });
  // Once the page is the browser's: the server's has no box.
  useEffect(() => {
    if (key !== undefined) setHeld({ key, ticks: keptTicks(sessionStorage, key) });
  }, [key]);
  const ticks = held.key === key ? held.ticks : none;
  const change = useCallback(
    (more: Partial<Ticks>) => {
      const next = { ...ticks, ...more };
      setHeld({ key, ticks: next });
      if (key !== undefined) keepTicks(sessionStorage, key, next);
    },
    [key, ticks],
  );
  return [ticks, change];
}
