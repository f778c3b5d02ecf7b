import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseEnv } from '../settings/env.ts';
import { openServerPorts } from './server-ports.ts';

test('a new data folder is readable by its owner only', async () => {
  const outer = mkdtempSync(join(tmpdir(), 'archline-ports-'));
  const dataDir = join(outer, 'a', 'data');
  const ports = await openServerPorts(parseEnv({ DATA_DIR: dataDir }, []));
  await ports.inner.close();
  await ports.vault.close();
  expect((statSync(dataDir).mode & 0o777).toString(8)).toBe('700');
  rmSync(outer, { recursive: true });
});

test('ports follow the settings; by default the glossary translates', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'archline-ports-'));
  const { translate, inner, vault } = await openServerPorts(parseEnv({ DATA_DIR: dataDir }, []));
  const { glosses, text } = await translate.translate('附件', 'en');
  expect([glosses.map(({ said, meant }) => [said, meant]), text]).toEqual([[['附件', 'attachment']], null]);
  await translate.close();
  await inner.close();
  await vault.close();
  rmSync(dataDir, { recursive: true });
});
