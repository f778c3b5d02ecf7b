/** `npm start`: installs, builds and serves. Later runs only serve. */
import { join } from 'node:path';
import {
  buildPages,
  compileCacheEnv,
  installPackages,
  node24Path,
  repositoryRoot,
  runInTerminal,
} from './install.mjs';
import { serverFlags } from './server-flags.mjs';

installPackages();
buildPages();
runInTerminal(
  node24Path,
  [...serverFlags, join(repositoryRoot, 'services', 'main.ts'), ...process.argv.slice(2)],
  compileCacheEnv,
);
