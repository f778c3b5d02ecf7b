import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeWithSharedFiles, pathInSharedFolder } from '../../infra/testing/wild.ts';
import { checkStl, stlVerdict } from './testing.ts';

/** Expected start of the verdict for test files of other projects. */
const odd: Record<string, string> = {
  'assimp/Spider_ascii.stl': 'ascii 1368',
  'assimp/Spider_binary.stl': 'binary 1368',
  'assimp/sphereWithHole.stl': 'ascii',
  'assimp/triangle.stl': 'badContent mesh-few',
  'assimp/triangle_with_empty_solid.stl': 'badContent mesh-few',
  'assimp/triangle_with_two_solids.stl': 'badContent mesh-few',
  'numpy-stl/stl_ascii_HalfDonut.stl': 'ascii 288',
  'numpy-stl/stl_ascii_Moon_Chinese.stl': 'ascii',
  'numpy-stl/stl_ascii_Star.stl': 'ascii 68',
  'numpy-stl/stl_binary_CubeInvalidUnicode.stl': 'binary 12 [',
  'numpy-stl/stl_binary_HalfDonut.stl': 'binary 288',
  'numpy-stl/stl_binary_Star.stl': 'binary 68 [',
  'numpy-stl/stl_binary_StarWithEmptyHeader.stl': 'binary 68 [',
  'numpy-stl/stl_tests_dos.stl': 'ascii',
  'numpy-stl/stl_tests_triamid.stl': 'binary 10 [',
};

describeWithSharedFiles('STL files of other projects', () => {
  it('are all listed here', () => {
    const found = ['assimp', 'numpy-stl'].flatMap(dir =>
      readdirSync(pathInSharedFolder('data', 'stl-odd', dir))
        .filter(f => f.endsWith('.stl'))
        .map(f => `${dir}/${f}`),
    );
    expect(found.sort()).toEqual(Object.keys(odd).sort());
  });
  it.each(Object.entries(odd))('%s has the verdict %s', (name, expected) => {
    const said = stlVerdict(readFileSync(pathInSharedFolder('data', 'stl-odd', name)));
    expect(said.slice(0, expected.length)).toBe(expected);
  });
  it('include 16 valid scans of real teeth', () => {
    const dir = pathInSharedFolder('data', 'teeth', 'mandible');
    const models = readdirSync(dir)
      .filter(f => f.endsWith('.stl'))
      .map(f => checkStl(readFileSync(`${dir}/${f}`)).model);
    expect(models.reduce((sum, m) => sum + (m?.triangles ?? 0), 0)).toBe(440_232);
  });
});
