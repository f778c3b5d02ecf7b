/**
 * `npm run spec` prints the tables of the core; `npm run spec -- --write` writes SPEC.md and
 * events.schema.json.
 */
import { writeFileSync } from 'node:fs';
import { eventSchemaText } from './event-schema.ts';
import { specMarkdown } from './tables.ts';

const document = specMarkdown();
if (process.argv.includes('--write')) {
  writeFileSync(new URL('./SPEC.md', import.meta.url), document);
  writeFileSync(new URL('./events.schema.json', import.meta.url), eventSchemaText());
} else process.stdout.write(document);
