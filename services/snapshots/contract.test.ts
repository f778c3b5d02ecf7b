/** The contract, with snapshots in a folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeSnapshots } from './contract.ts';
import { openFolderSnapshots } from './folder.ts';

describeSnapshots('folder', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'archline-folder-'));
  const again = () => openFolderSnapshots(join(dir, 'kept'));
  return { store: again(), again, dispose: async () => rmSync(dir, { recursive: true }) };
});
