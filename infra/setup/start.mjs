/** `npm start`: installs, builds and serves. Later runs only serve. */
import { join } from 'node:path';
import { build, compileCache, install, node24, root, run } from './install.mjs';
import { serverFlags } from './server-flags.mjs';

install();
build();
run(node24, [...serverFlags, join(root, 'services', 'main.ts'), ...process.argv.slice(2)], compileCache);
