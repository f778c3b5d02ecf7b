import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeBlobs } from './contract.ts';
import { createDiskBlobs } from './disk.ts';

describeBlobs('disk', async () => {
  const root = mkdtempSync(join(tmpdir(), 'archline-blobs-'));
  const dir = join(root, 'files');
  return {
    blobs: createDiskBlobs(dir),
    reopen: async () => createDiskBlobs(dir),
    away: async () => {
      renameSync(dir, join(root, 'elsewhere'));
      writeFileSync(dir, 'a file where the folder was');
      return async () => {
        rmSync(dir);
        renameSync(join(root, 'elsewhere'), dir);
      };
    },
    dispose: async () => rmSync(root, { recursive: true }),
  };
});
