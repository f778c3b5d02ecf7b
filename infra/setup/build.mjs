/** Builds the browser's files and the server's renderer into dist/. */
import { join } from 'node:path';
import { createBuilder } from 'vite';
import { repositoryRoot } from './install.mjs';

process.chdir(repositoryRoot);
process.env.NODE_ENV = 'production';
const builder = await createBuilder({ configFile: join(repositoryRoot, 'vite.config.ts'), logLevel: 'warn' });
await builder.buildApp();
