import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { whenPreviewReady } from '#workers/mesh/preview.ts';
import { createModelMessageTable } from '../testing/bad-input.ts';
import { describeWithSharedFiles, pathInSharedFolder } from '../testing/wild.ts';

describeWithSharedFiles('unusual models from real programs', () => {
  let dir: string;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'archline-odd-'));
    await whenPreviewReady();
  });
  afterAll(() => rmSync(dir, { recursive: true }));
  it('are accepted, or refused with a reason', async () => {
    const files = ['assimp', 'numpy-stl'].flatMap(folder =>
      readdirSync(pathInSharedFolder('data', 'stl-odd', folder))
        .filter(name => name.endsWith('.stl'))
        .map(name => ({
          name: `${folder}/${name}`,
          bytes: readFileSync(pathInSharedFolder('data', 'stl-odd', folder, name)),
        })),
    );
    await expect(await createModelMessageTable(files, dir)).toMatchFileSnapshot('./odd-models.wild.snap.md');
  });
});
