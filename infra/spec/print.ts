/** `npm run spec` prints the tables of the core; `npm run spec -- --write` writes them to SPEC.md. */
import { writeFileSync } from 'node:fs';
import { specMarkdown } from './tables.ts';

const document = specMarkdown();
if (process.argv.includes('--write')) writeFileSync(new URL('./SPEC.md', import.meta.url), document);
else process.stdout.write(document);
