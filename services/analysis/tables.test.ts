/** The tables, read by SQL, equal a plain fold over the log: now, and as of any position. */
import { afterAll, describe, expect, test } from 'vitest';
import { createRandom } from '#events/script/random.ts';
import { mainOrgId, strangersOrgId } from '#projections/testing/people.ts';
import { openTestTables, walkTwoOrganisations } from './testing/kept-tables.ts';
import { foldPlainTables, sortedLinesOfRows } from './testing/plain-tables.ts';

/** Random positions of each walk: more than 20 in all. */
const POSITIONS = 7;

describe.each([1, 2, 3])('a walk of seed %i', seed => {
  const kept = openTestTables();
  afterAll(kept.dispose);

  test(`has the tables of a plain fold, as of ${POSITIONS} positions`, async () => {
    await walkTwoOrganisations(kept.log, { seed, steps: 500 });
    const running = kept.start();
    await running.idle();
    const events = await Array.fromAsync(kept.log.readAll());
    const random = createRandom(seed);
    const positions = Array.from({ length: POSITIONS }, () => random.pick(events).position);
    for (const orgId of [mainOrgId, strangersOrgId]) {
      const pseudonym = await kept.pseudonyms.of(orgId);
      expect(await kept.lines(orgId)).toEqual(sortedLinesOfRows(foldPlainTables(events, orgId), pseudonym));
      for (const position of orgId === mainOrgId ? positions : positions.slice(0, 4)) {
        const until = events.filter(event => event.position <= position);
        expect(await kept.lines(orgId, { position }), `as of ${position}`).toEqual(
          sortedLinesOfRows(foldPlainTables(until, orgId, events), pseudonym),
        );
      }
    }
    await running.stop();
  });
});
