/** `npm test`: prepares a fresh clone and runs the test suite with Node 24. Its arguments: infra/suite. */
import { join } from 'node:path';
import { compileCache, install, node24, root, run } from './install.mjs';

install();
run(
  node24,
  [
    '--disable-warning=ExperimentalWarning',
    join(root, 'infra', 'suite', 'suite.ts'),
    ...process.argv.slice(2),
  ],
  { ...compileCache, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` },
);
