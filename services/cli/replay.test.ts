/** The replay command on an installation, with copies of the program. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWalk } from '#projections/testing/walk.ts';
import { copyVersion, repositoryFolder, type VersionCopy } from '../analysis/whatif/testing/version-copy.ts';
import { runArchlineCommand } from '../archline.ts';
import { openSqliteStore } from '../eventstore/sqlite.ts';
import { createVersionedStore } from '../eventstore/versioned-store.ts';
import { createSubjectKeyring } from '../vault/keyring.ts';
import { createSealedStore } from '../vault/sealed-store.ts';
import { loadSecret } from '../vault/secret.ts';
import { openSqliteVault } from '../vault/sqlite.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'archline-replay-'));
let copy: VersionCopy;
let head: bigint;
beforeAll(async () => {
  const inner = openSqliteStore({ dir: dataDir });
  const vault = openSqliteVault({ dir: dataDir });
  const keyring = createSubjectKeyring(vault, loadSecret({ dir: dataDir }));
  await keyring.check();
  const walk = createWalk({ seed: 84, log: createVersionedStore(createSealedStore(inner, { keyring })) });
  await walk.setUp();
  for (let i = 0; i < 150; i++) await walk.step();
  head = await inner.head();
  await inner.close();
  await vault.close();
  copy = copyVersion();
});
afterAll(() => {
  copy.remove();
  rmSync(dataDir, { recursive: true });
});

async function replay(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = { env: {}, said: (line: string) => void out.push(line) };
  const code = await runArchlineCommand(
    ['replay', '--data', dataDir, ...args],
    terminal,
    line => void err.push(line),
  );
  return { code, out: out.join('\n'), err: err.join('\n') };
}

it('ends with 0 for the same version', async () => {
  const { code, out } = await replay('--with', repositoryFolder);
  expect(out).toMatch(new RegExp(`No difference in \\d+ rows of \\d+ read models at position ${head}\\.$`));
  expect(code).toBe(0);
  expect(readdirSync(dataDir).filter(name => name.startsWith('replay-'))).toEqual([]);
});

it('ends with 1 for a changed projection, and prints where rows part, values only on request', async () => {
  copy.change(
    'projections/caseList/row.ts',
    'clinic: patient.clinic ?? null',
    "clinic: patient.clinic ? 'East' : null",
  );
  const { code, out } = await replay('--with', copy.folder);
  expect(code).toBe(1);
  expect(out).toMatch(/^caseList {2,}\d+ {2,}[1-9]/m);
  expect(out).toMatch(/^caseList \w+ parts at #\d+ SectionSaved \(case-\w+\/\d+, 2026-/m);
  expect(out).toMatch(/^ {2}clinic$/m);
  expect(out).not.toContain('East');
  const json = JSON.parse((await replay('--with', copy.folder, '--json', '--values')).out);
  expect(json).toMatchObject({ position: String(head), from: null });
  expect(json.partings[0].fields[0]).toMatchObject({ path: 'clinic', there: 'East' });
  expect((await replay('--with', copy.folder, '--to', '3')).code).toBe(0);
  expect((await replay('--with', copy.folder, '--from', String(head))).out).toMatch(/in \d rows/);
});

it('ends with 2 and says why, if the comparison is not possible', async () => {
  const empty = join(dataDir, 'empty');
  mkdirSync(empty);
  expect(await replay()).toMatchObject({ code: 2, err: expect.stringContaining('--with <folder>') });
  expect(await replay('--with', join(empty, 'none'))).toMatchObject({
    code: 2,
    err: expect.stringMatching('does not exist'),
  });
  expect(await replay('--with', empty)).toMatchObject({
    code: 2,
    err: expect.stringMatching('no checkout of Archline'),
  });
  expect((await replay('--with', repositoryFolder, '--to', String(head + 1n))).err).toContain(
    `The log ends at ${head}`,
  );
  expect((await replay('--with', repositoryFolder, '--from', '9', '--to', '8')).err).toContain('is after');
  const older = copyVersion();
  older.change('events/case/events.ts', 'CaseCreated:', 'CaseBegun:');
  const unknown = await replay('--with', older.folder);
  older.change('projections/views.ts', 'export const views', 'export const others');
  const broken = await replay('--with', older.folder);
  older.remove();
  expect(unknown.err).toMatch(/does not understand this log: unknown event CaseCreated in case-/);
  expect(broken.err).toMatch(/no version that can be compared: projections\/\w+\.ts/);
  expect([unknown.code, broken.code]).toEqual([2, 2]);
});
