/** Fails when the rows of a view change without a new version. Only a new version makes nodes rebuild stored rows. */
import { expect, it } from 'vitest';
import { hashOfShape } from '#events/testing/shape.ts';
import { createEventFolder } from './fold.ts';
import { storeOptionsOf } from './generation.ts';
import { openRowStore } from './store.ts';
import { createLogOfPasts } from './testing/log-of-pasts.ts';
import { testClock } from './testing/walk-models.ts';
import type { View } from './view.ts';
import { views } from './views.ts';

/** Each view's version with the hash of its rows' shape. */
const known: Readonly<Record<string, { version: number; shape: string }>> = {
  people: { version: 4, shape: '2ed053ed' },
  names: { version: 2, shape: '0a74d8bf' },
  messages: { version: 3, shape: 'fb9a5f90' },
  recipients: { version: 1, shape: '8cfa15d3' },
  caseList: { version: 7, shape: '7d5991e0' },
  retainers: { version: 3, shape: '619a4857' },
  parcels: { version: 2, shape: 'cbe8751b' },
  patients: { version: 4, shape: '5d71a6e5' },
  pace: { version: 3, shape: '3fcab82d' },
  shop: { version: 3, shape: 'ccbae1dc' },
  conversations: { version: 5, shape: '5f6b05e9' },
  dataRequests: { version: 1, shape: '1ffefa1b' },
  questions: { version: 1, shape: 'ceb1fe6b' },
  chatMessages: { version: 5, shape: 'd814eaf5' },
  desk: { version: 2, shape: 'f4b41dfa' },
};

/** Views that need no hash here, and why. */
const unhashed: Readonly<Record<string, string>> = {
  case: 'events/case/shape.test.ts has its hash',
  history: 'it has a row for each event: a new event adds facts and leaves the other rows alone',
  audit: 'as in history',
  eventDays: 'its counts have types of events as fields: a new type leaves the other rows alone',
};

/** Views without a row in this log. An entry that nothing needs fails. */
const withoutRows: readonly string[] = ['inbox', 'share', 'chatFiles', 'chatAnswers', 'articles'];

it('a view whose rows change in shape gets a new version', async () => {
  const store = openRowStore({ file: ':memory:', ...storeOptionsOf(views) });
  const folder = createEventFolder({ store, views, clock: testClock });
  for await (const batch of (await createLogOfPasts()).readBatches({}))
    for (const event of batch) {
      folder.apply(event);
      store.transaction(() => folder.save());
    }
  const all: readonly View[] = views;
  const rowsOf = (n: number) => store.page(n, '', 100_000).map(({ json }): unknown => JSON.parse(json));
  const found = all.map((view, n) => ({ view, rows: rowsOf(n) }));
  const shaped = found.filter(({ view, rows }) => rows.length > 0 && !unhashed[view.name]);
  const is = Object.fromEntries(
    shaped.map(({ view, rows }) => [view.name, { version: view.version, shape: hashOfShape(rows) }]),
  );
  const said =
    'rows have another shape: raise the version of the view, then write version and shape into `known`';
  expect(is, said).toEqual(known);
  expect(found.filter(({ rows }) => rows.length === 0).map(({ view }) => view.name)).toEqual(withoutRows);
  store.close();
});
