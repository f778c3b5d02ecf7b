import { expect, it } from 'vitest';
import type { PresentCtx } from './present.ts';
import { changesSince, type ResumeSource } from './resume.ts';

it('a range with too many changes is scanned once, for the first client that resumes', () => {
  const asked: bigint[] = [];
  const store = {
    meta: () => undefined,
    rowsAfter: (after: bigint, limit: number) => {
      asked.push(after);
      return after < 100n ? Array.from({ length: limit }, () => ({ view: 0, id: 'a', position: 200n })) : [];
    },
    removalsAfter: () => [],
  };
  // The boundary: resuming uses only these parts of the rows and of the viewer.
  const resumed = { views: [], rows: { find: () => undefined }, store } as unknown as ResumeSource;
  const ctx = { viewer: { id: 'd', orgId: 'o', position: 'Doctor', serves: [] } } as unknown as PresentCtx;
  for (const from of [50n, 50n, 20n]) expect(changesSince(resumed, ctx, from, 300n).tooOld).toBe(true);
  expect(asked).toEqual([50n]);
  expect(changesSince(resumed, ctx, 150n, 300n)).toEqual({ tooOld: false, changes: [], position: 300n });
  expect(asked).toEqual([50n, 150n]);
});

it('a client further behind than the previous one gets a scan of its own', () => {
  const asked: bigint[] = [];
  const store = {
    meta: () => undefined,
    rowsAfter: (after: bigint) => {
      asked.push(after);
      return [];
    },
    removalsAfter: () => [],
  };
  // The boundary: as above.
  const resumed = { views: [], rows: { find: () => undefined }, store } as unknown as ResumeSource;
  const ctx = { viewer: { id: 'd', orgId: 'o', position: 'Doctor', serves: [] } } as unknown as PresentCtx;
  for (const from of [150n, 200n, 120n]) changesSince(resumed, ctx, from, 300n);
  expect(asked).toEqual([150n, 120n]);
});
