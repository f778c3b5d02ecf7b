/** An erased patient's facts leave the tables in the same commit, and the folder within a minute. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, test } from 'vitest';
import { caseStreamOf } from '#events/case/stream.ts';
import type { NewEvent } from '#events/envelope.ts';
import { mainOrgId } from '#projections/testing/people.ts';
import { createManualClock } from '../clock/clock.ts';
import { createRawMemoryStore } from '../eventstore/memory.ts';
import { createVersionedStore } from '../eventstore/versioned-store.ts';
import { createSubjectKeyring } from '../vault/keyring.ts';
import { createMemoryVault } from '../vault/memory.ts';
import { createSealedStore } from '../vault/sealed-store.ts';
import { organisationFolder } from './table-folders.ts';
import { openTestTables, walkTwoOrganisations } from './testing/kept-tables.ts';

const raw = createRawMemoryStore();
const keyring = createSubjectKeyring(createMemoryVault(), Buffer.alloc(32, 3));
const log = createVersionedStore(createSealedStore(raw, { keyring }));
const sealedLog = createVersionedStore(raw, { sealed: true });
const clock = createManualClock(Date.parse('2026-12-01T00:00:00Z'));
const kept = openTestTables({ log, sealedLog, clock });
afterAll(kept.dispose);

const folder = organisationFolder(kept.dir, mainOrgId);
const filesIn = () => readdirSync(folder);

/** Facts of a case in any file of the folder, whether a manifest names it or not. */
async function factsInFiles(caseId: string): Promise<string[]> {
  const db = await (await DuckDBInstance.create(':memory:')).connect();
  const found: string[] = [];
  for (const file of filesIn().filter(name => name.endsWith('.parquet'))) {
    const path = join(folder, file);
    const columns = await db.runAndReadAll(
      `SELECT name FROM parquet_schema('${path}') WHERE name = 'age_band'`,
    );
    if (columns.currentRowCount === 0) continue;
    const rows = await db.runAndReadAll(
      `SELECT age_band FROM read_parquet('${path}') WHERE case_id = '${caseId}' AND (age_band IS NOT NULL OR method IS NOT NULL)`,
    );
    found.push(...rows.getRowsJS().map(row => `${file} ${row[0]}`));
  }
  db.closeSync();
  return found;
}

test('an erased patient is in no file a minute later, and every other row is as before', async () => {
  const walk = await walkTwoOrganisations(log, { seed: 8, steps: 400 });
  const running = kept.start();
  const endCare = kept.care();
  await running.idle();
  const before = await kept.lines(mainOrgId);
  const isKnown = (line: string) => /"\d\d-\d\d"/.test(line);
  const [caseId = ''] = before.case_facts.filter(isKnown).map(line => JSON.parse(line)[0]);
  expect(await factsInFiles(caseId)).not.toEqual([]);

  const state = walk.states.get(caseId);
  const erasing: NewEvent = {
    ...{ id: 'erasing', type: 'PatientErased', data: { patient: caseId } },
    ...{ at: walk.now(), by: 'system', subject: caseId },
  };
  await log.append(caseStreamOf(caseId), BigInt(state?.revision ?? -1), [erasing]);
  await keyring.eraseSubject(caseId);
  await running.idle();

  const after = await kept.lines(mainOrgId);
  const others = (lines: readonly string[]) => lines.filter(line => !line.startsWith(`["${caseId}"`));
  expect(after.case_facts.filter(line => line.startsWith(`["${caseId}"`))).toEqual([
    `["${caseId}",null,null,null,null,null,null,null,null,[],[],true]`,
  ]);
  expect(others(after.case_facts)).toEqual(others(before.case_facts));
  expect(others(after.cases)).toEqual(others(before.cases));

  await expect
    .poll(() => {
      clock.advance(5_000);
      return factsInFiles(caseId);
    })
    .toEqual([]);
  // Nothing else in the folder is readable without the engine, and none of it is text of the patient.
  const rest = filesIn().filter(name => !name.endsWith('.parquet'));
  expect(rest.every(name => name.startsWith('manifest-'))).toBe(true);
  await endCare();
  await running.stop();
});

test('tables that are built after the erasing never had the facts', async () => {
  const again = openTestTables({ log, sealedLog });
  const running = again.start();
  await running.idle();
  await running.stop();
  expect(await again.lines(mainOrgId)).toMatchObject(
    await kept.lines(mainOrgId).then(({ case_facts }) => ({ case_facts })),
  );
  again.dispose();
});

test('the entries of cases hold nothing from under the seal', async () => {
  const bytes = readFileSync(join(kept.dir, 'entries.db')).toString('latin1');
  for (const word of ['birthDate', 'gender', 'ageBand', 'productType']) expect(bytes).not.toContain(word);
});
