import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeWithSharedFiles, pathInSharedFolder } from '../../infra/testing/wild.ts';
import { inspectionOutcome, sha256Hex } from './testing.ts';

describeWithSharedFiles('models met in the wild', () => {
  const names = ['assimp', 'numpy-stl'].flatMap(dir =>
    readdirSync(pathInSharedFolder('data', 'stl-odd', dir))
      .filter(name => name.endsWith('.stl'))
      .map(name => `${dir}/${name}`),
  );
  it.each(names)('%s is uploaded unchanged, or refused for having too few triangles', async name => {
    const bytes = readFileSync(pathInSharedFolder('data', 'stl-odd', name));
    // One or two triangles are not an arch.
    const isFew = name.includes('/triangle');
    expect(await inspectionOutcome(bytes, name, 'stl')).toBe(
      isFew ? 'badContent mesh-few' : sha256Hex(bytes),
    );
  });
});
