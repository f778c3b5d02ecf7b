import { existsSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { mainOrgId } from '#projections/testing/people.ts';
import { caseEntriesPath, listOrganisationsIn, organisationFolder, removeTables } from './table-folders.ts';
import { openTestTables, walkTwoOrganisations } from './testing/kept-tables.ts';

const kept = openTestTables();
afterAll(kept.dispose);

test('tables that nobody keeps any more are removed, and can be built again', async () => {
  await walkTwoOrganisations(kept.log, { seed: 5, steps: 60 });
  const first = kept.start();
  await first.idle();
  await first.stop();
  const before = await kept.lines(mainOrgId);
  expect(existsSync(organisationFolder(kept.dir, mainOrgId))).toBe(true);
  await removeTables(kept.dir);
  expect(await listOrganisationsIn(kept.dir)).toEqual([]);
  expect(existsSync(caseEntriesPath(kept.dir))).toBe(false);
  const again = kept.start();
  await again.idle();
  await again.stop();
  expect(await kept.lines(mainOrgId)).toEqual(before);
});
