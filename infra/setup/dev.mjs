/** `npm run dev`: installs a fresh clone and serves the demo from the sources with reload. */
import { join } from 'node:path';
import { compileCache, install, node24, root, run } from './install.mjs';

install();
run(node24, ['--disable-warning=ExperimentalWarning', join(root, 'infra', 'dev', 'dev.ts')], compileCache);
