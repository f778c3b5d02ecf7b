import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeVault } from './contract.ts';
import { createMemoryVault } from './memory.ts';
import { openSqliteVault } from './sqlite.ts';

describeVault('memory', async () => {
  const vault = createMemoryVault();
  return { vault, dispose: () => vault.close() };
});

describeVault('sqlite', async () => {
  const root = mkdtempSync(join(tmpdir(), 'archline-vault-'));
  const opened = [openSqliteVault({ dir: join(root, 'data') })];
  const [vault] = opened;
  if (vault === undefined) throw new Error('no vault');
  return {
    vault,
    reopen: async () => {
      cpSync(join(root, 'data'), join(root, 'killed'), { recursive: true });
      const again = openSqliteVault({ dir: join(root, 'killed') });
      opened.push(again);
      return again;
    },
    dispose: async () => {
      for (const each of opened) await each.close();
      rmSync(root, { recursive: true });
    },
  };
});
