import { expect, it } from 'vitest';
import { toLogPosition } from '#events/log-position.ts';
import { buildNextManifest, planCommit } from './commit-plan.ts';
import { createEmptyManifest } from './manifest.ts';
import { MIN_SEALED_SEGMENT_ROWS, type Segment } from './segments.ts';

const segment = (file: string, [from, to]: [number, number], rows = MIN_SEALED_SEGMENT_ROWS): Segment => ({
  ...{ file, rows, bytes: 1, sha256: '', month: '2026-04' },
  ...{ from: String(from), to: String(to) },
});
const manifest = createEmptyManifest('log', 'main');
const lines = (position: number) => ({
  rows: 1,
  bytes: new Uint8Array(),
  from: toLogPosition(position),
  to: toLogPosition(position),
});
const options = { nextFile: () => 'new', month: '2026-05', isErasing: false };

it('joins the sealed segments of a month that is over, which keep their month', () => {
  const [first, second, small] = [segment('a', [1, 9]), segment('b', [10, 19]), segment('c', [20, 29], 900)];
  const before = { ...manifest, tables: { ...manifest.tables, events: [first, second, small] } };
  const plan = planCommit(before, new Map([['events', lines(30)]]), options);
  expect(
    plan.drafts.map(({ merged, month, from, to }) => [merged.map(({ file }) => file), month, from, to]),
  ).toEqual([
    [['a', 'b'], '2026-04', 1n, 19n],
    [[], '2026-05', 30n, 30n],
  ]);
  const segments = plan.drafts.map((draft, i) => ({
    draft,
    segment: segment(`new${i}`, [Number(draft.from), Number(draft.to)]),
  }));
  const next = buildNextManifest(before, { plan, segments, spans: [], final: toLogPosition(30) });
  expect(next.tables.events.map(({ file }) => file)).toEqual(['new0', 'c', 'new1']);
  expect([next.number, next.final]).toEqual([1, '30']);
});

it('seals a segment of stays with fewer rows than one of events', () => {
  const some = [segment('a', [1, 9], 90_000)];
  const before = { ...manifest, tables: { ...manifest.tables, events: some, stays: some } };
  const fresh = { ...lines(30), rows: 90_000 };
  const plan = planCommit(
    before,
    new Map([
      ['events', fresh],
      ['stays', fresh],
    ]),
    options,
  );
  expect(plan.drafts.map(({ table, merged }) => [table, merged])).toEqual([
    ['events', some],
    ['stays', []],
  ]);
  expect(plan.kept.stays).toEqual(some);
});

it('writes all facts of cases again where somebody was erased, although none is new', () => {
  const all = [segment('a', [1, 9], 10_000), segment('b', [10, 11], 2)];
  const before = { ...manifest, tables: { ...manifest.tables, case_facts: all } };
  const plan = planCommit(before, new Map(), { ...options, isErasing: true });
  expect(plan.drafts.map(({ table, merged, lines: text }) => [table, merged, text])).toEqual([
    ['case_facts', all, null],
  ]);
  expect(plan.kept.case_facts).toEqual([]);
});
