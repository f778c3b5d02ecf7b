/** Which sealed sections of drafts are kept for the submission. */
import { expect, it } from 'vitest';
import type { CurrentVersion, Recorded } from '#events/envelope.ts';
import { toLogPosition } from '#events/log-position.ts';
import { createSealedSections } from './sealed-sections.ts';

const saved = (stream: string, revision: number, section: string, v = 1): Recorded => ({
  ...{ id: `${stream} ${revision}`, type: 'SectionSaved', stream, revision, by: 'p' },
  ...{ position: toLogPosition(revision + 1), at: '2026-01-01T00:00:00.000Z', v: v as CurrentVersion },
  data: { section, fields: [] },
  personal: 'sealed',
});

it('gives the newest event of each section once', () => {
  const sealed = createSealedSections(['patient', 'diagnosis']);
  for (const event of [
    saved('case-A', 1, 'patient'),
    saved('case-A', 2, 'diagnosis'),
    saved('case-A', 3, 'patient'),
    saved('case-A', 4, 'delivery'),
  ])
    sealed.keep(event);
  expect(sealed.take('case-A', [2, 3])?.map(({ revision }) => revision)).toEqual([3, 2]);
  expect(sealed.take('case-A', [2, 3])).toBeUndefined();
});

it('gives nothing if a section was saved before it began to keep them, or in an older shape', () => {
  const sealed = createSealedSections(['patient', 'diagnosis']);
  sealed.keep(saved('case-A', 3, 'patient'));
  expect(sealed.take('case-A', [1, 3])).toBeUndefined();
  sealed.keep(saved('case-B', 3, 'patient', 2));
  expect(sealed.take('case-B', [3])).toBeUndefined();
});

it('forgets the oldest of a thousand drafts', () => {
  const sealed = createSealedSections(['patient']);
  for (let i = 0; i <= 1_000; i++) sealed.keep(saved(`case-${i}`, 1, 'patient'));
  expect(sealed.take('case-0', [1])).toBeUndefined();
  expect(sealed.take('case-1', [1])).toHaveLength(1);
});
