/** `npm test`: prepares a fresh clone and runs the test suite with Node 24. Its arguments: infra/suite. */
import { join } from 'node:path';
import { compileCacheEnv, installPackages, node24Path, repositoryRoot, runInTerminal } from './install.mjs';

installPackages();
runInTerminal(
  node24Path,
  [
    '--disable-warning=ExperimentalWarning',
    join(repositoryRoot, 'infra', 'suite', 'suite.ts'),
    ...process.argv.slice(2),
  ],
  { ...compileCacheEnv, PATH: `${join(repositoryRoot, 'node_modules', '.bin')}:${process.env.PATH}` },
);
