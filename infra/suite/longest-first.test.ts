import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../setup/install.mjs';
import { longestFiles } from './longest-first.ts';

describe('the longest files of the cluster layer', () => {
  it.each(longestFiles)('%s exists', file => expect(existsSync(join(repositoryRoot, file))).toBe(true));
});
