/** `npm run dev`: installs a fresh clone and serves the demo from the sources with reload. */
import { join } from 'node:path';
import { compileCacheEnv, installPackages, node24Path, repositoryRoot, runInTerminal } from './install.mjs';

installPackages();
runInTerminal(
  node24Path,
  ['--disable-warning=ExperimentalWarning', join(repositoryRoot, 'infra', 'dev', 'dev.ts')],
  compileCacheEnv,
);
