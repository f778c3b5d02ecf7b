/**
 * A list's `total` counts only rows that the viewer gets, because a larger total would reveal that other rows exist.
 */
import { expect, it } from 'vitest';
import { everybody } from '#events/testing/people.ts';
import type { PresentCtx } from './present.ts';
import { openReadModels } from './readmodels.ts';
import { createLogOfPasts } from './testing/log-of-pasts.ts';
import { testClock } from './testing/walk-models.ts';
import type { View } from './view.ts';
import { type ViewPath, views } from './views.ts';

type Counted = { items: unknown[]; total: number };
const isCounted = (answer: unknown): answer is Counted =>
  typeof answer === 'object' && answer !== null && 'items' in answer && 'total' in answer;

/** More rows than a page holds would hide a difference, so totals above it are not compared. */
const size = 100;
/** The query for the longest page; undefined if the path requires other parameters. */
const longestQuery = ({ query }: NonNullable<View['asks']>) =>
  [{ size: String(size) }, {}].map(one => query.safeParse(one)).find(({ success }) => success)?.data;

it('the total of each list is the number of rows that the viewer gets, for every position', async () => {
  const models = await openReadModels({ store: await createLogOfPasts(), dir: ':memory:', clock: testClock });
  const compared = new Set<string>();
  const counted = new Set<string>();
  for (const view of views as readonly View[]) {
    const query = view.asks && longestQuery(view.asks);
    if (!view.asks || !query) continue;
    // The boundary: the query was parsed by the path's own schema.
    const path = view.asks.path as ViewPath;
    for (const viewer of everybody) {
      const ctx: PresentCtx = { viewer, hidden: false, person: models.personRef, logId: models.logId };
      const answer: unknown = models.ask(path, { ctx, query, now: testClock.now() } as never);
      if (!isCounted(answer)) continue;
      counted.add(path);
      if (answer.total > size) continue;
      if (answer.total > 0) compared.add(path);
      expect(answer.items, `${path} of ${viewer.id}`).toHaveLength(answer.total);
    }
  }
  const said = 'no case of projections/testing/log-of-pasts.ts is in these lists';
  expect(
    [...counted].filter(path => !compared.has(path)),
    said,
  ).toEqual([]);
  await models.close();
});
