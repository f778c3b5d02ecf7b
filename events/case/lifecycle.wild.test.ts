import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeWithSharedFiles, pathInSharedFolder } from '../../infra/testing/wild.ts';
import { expectSameLines, lifecycleTableUrl, transitionTableIn } from '../testing/lifecycle.ts';

describeWithSharedFiles('the transition table', () => {
  it('is an exact copy of the specification’s table', () => {
    const lines = (text: string) => text.trimEnd().split('\n');
    const kept = lines(readFileSync(lifecycleTableUrl, 'utf8'));
    const specified = lines(
      transitionTableIn(readFileSync(pathInSharedFolder('spec', 'lifecycle.md'), 'utf8')),
    );
    expectSameLines({ 'lifecycle.table.md': kept, 'lifecycle.md of the specification': specified });
    expect(kept.length).toBe(specified.length);
  });
});
