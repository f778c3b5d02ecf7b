/** k6 scripts are JavaScript, which the compiler does not check: a renamed rule would only be missed by a load test. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../setup/install.mjs';

type ScriptImport = { file: string; names: string[] };

function listRuleImports(script: string): ScriptImport[] {
  const text = readFileSync(script, 'utf8');
  return [...text.matchAll(/import \{([^}]+)\} from '([^']+\.ts)'/g)].map(([, names = '', path = '']) => ({
    file: join(dirname(script), path),
    names: names.split(',').map(name => name.trim()),
  }));
}

test('every rule that a k6 script imports exists', async () => {
  const scripts = globSync('loadtests/**/*.js', { cwd: repositoryRoot }).map(path =>
    join(repositoryRoot, path),
  );
  const imports = scripts.flatMap(listRuleImports);
  expect(imports.length).toBeGreaterThan(0);
  for (const { file, names } of imports)
    expect(Object.keys(await import(file))).toEqual(expect.arrayContaining(names));
});
