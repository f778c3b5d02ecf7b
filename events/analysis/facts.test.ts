/** Plants a marked word in every text of every golden event, and finds in the rows only the texts that are named here. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type CaseEvent, type CaseEventType, caseEvents } from '../case/stream.ts';
import type { Json } from '../envelope.ts';
import { analystFactsByEventType, factsOfEvent, factsTextOfEvent } from './facts.ts';

type Golden = { of: string; type: CaseEventType; data: Json; personal?: Json };
const golden: Golden[] = readFileSync(new URL('../case/golden/v1.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line))
  .filter(({ of }) => of === 'case');

/** The texts that analysts may read: keys of lists, days, numbers of cases, names of fields. */
const named: Partial<Record<CaseEventType, readonly string[]>> = {
  CaseCreated: ['parentId'],
  SectionSaved: ['section', 'fields'],
  FileAttached: ['file.kind', 'file.slot'],
  FilesMoved: ['places.slot'],
  ModelsRefused: ['defects.slot', 'defects.defects'],
  ScansRecorded: ['files.slot'],
  InfoAnswered: ['files.kind', 'files.slot'],
  RefinementOpened: ['childId'],
  RefinementEnded: ['childId', 'how'],
  CaseCompleted: ['date'],
  PlanCommented: ['list'],
  ChangeRequested: ['list', 'change.what', 'change.axis', 'change.kind', 'change.contact'],
  RequestsMeasured: ['list', 'measured.verdict', 'measured.why'],
  TrayOrdered: ['arch', 'reason'],
  WearRecorded: ['start'],
  WearHeld: ['from', 'until'],
  WearResumed: ['on'],
  AlignerChanged: ['on', 'by'],
  AlignerMissed: ['arch', 'reason', 'on'],
  WearChecked: ['on', 'kind', 'result', 'next'],
  ProcessRecorded: ['date'],
  VisitRecorded: ['date', 'attachments.what'],
  OtherFilesAdded: ['files.kind'],
};

/** Replaces each text by its path. */
function marked(value: Json | undefined, path: string): Json | undefined {
  if (typeof value === 'string') return `planted:${path}`;
  if (Array.isArray(value)) return value.map(item => marked(item, path) as Json);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, marked(inner, path ? `${path}.${name}` : name)]),
  );
}

const planted = (text: string) => [...text.matchAll(/"planted:([^"]*)"/g)].map(([, path]) => path);

test.each(golden.map(event => [event.type, event] as const))('%s tells no other text', (type, event) => {
  const { data, personal } = { data: marked(event.data, ''), personal: marked(event.personal, 'personal') };
  // Cast: the shape is the golden event's; only its texts differ.
  const facts = factsOfEvent({ type, data, personal } as unknown as CaseEvent);
  const allowed = named[type] ?? [];
  expect(planted(JSON.stringify(facts)).filter(path => !allowed.includes(path ?? ''))).toEqual([]);
});

test('every text that is named here is in some golden event', () => {
  const found = golden.flatMap(({ type, data }) =>
    planted(JSON.stringify(factsOfEvent({ type, data: marked(data, '') } as unknown as CaseEvent))).map(
      path => `${type} ${path}`,
    ),
  );
  const all = Object.entries(named).flatMap(([type, paths]) => paths.map(path => `${type} ${path}`));
  // No golden event has these optional texts.
  const without = ['CaseCreated parentId', 'ChangeRequested change.contact', 'WearChecked next'];
  expect(all.filter(one => !found.includes(one)).filter(one => !without.includes(one))).toEqual([]);
});

test('names fields that the events have', () => {
  for (const [type, line] of Object.entries(analystFactsByEventType)) {
    const { data } = caseEvents[type as CaseEventType];
    const fields = Object.keys((data as unknown as { shape: object }).shape);
    expect(Object.keys(line).filter(field => !fields.includes(field))).toEqual([]);
  }
});

test('tells the same as text', () => {
  for (const event of golden) {
    // Cast: the golden event has the shape of its type.
    const e = event as unknown as CaseEvent;
    expect(factsTextOfEvent(e)).toBe(JSON.stringify(factsOfEvent(e)));
  }
  const odd = [
    '"',
    '\\',
    '\n',
    'é',
    '\u{1f600}',
    '\ud800',
    '',
    'a b:c/d-e_f.g',
    1.5,
    -0,
    1e21,
    true,
    null,
    [1, '"'],
  ];
  for (const retainer of odd) {
    const e = { type: 'RetainerProduced', data: { retainer } } as unknown as CaseEvent;
    expect(factsTextOfEvent(e)).toBe(JSON.stringify(factsOfEvent(e)));
  }
});

test('counts and picks as the line says', () => {
  const data = { file: { id: 'x', kind: 'photo', slot: null, sha256: 's' } };
  expect(factsOfEvent({ type: 'FileAttached', data } as unknown as CaseEvent)).toEqual({
    file: { kind: 'photo', slot: null },
  });
  const completed = { outcome: 1, photos: [{}, {}] };
  expect(factsOfEvent({ type: 'CaseCompleted', data: completed } as unknown as CaseEvent)).toEqual({
    outcome: 1,
    photos: 2,
  });
});
