/** Builds the browser's files and the server's renderer into dist/. */
import { join } from 'node:path';
import { createBuilder } from 'vite';
import { root } from './install.mjs';

process.chdir(root);
process.env.NODE_ENV = 'production';
const builder = await createBuilder({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
await builder.buildApp();
