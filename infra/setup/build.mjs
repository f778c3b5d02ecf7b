/** Builds the browser's bundle and the server's bundle of the same pages into dist/. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './install.mjs';

process.chdir(root);
process.env.NODE_ENV = 'production';
await build({ configFile: join(root, 'vite.config.ts') });
if (!existsSync(join(root, 'dist', 'server')))
  await build({ configFile: join(root, 'vite.config.ts'), build: { ssr: true } });
