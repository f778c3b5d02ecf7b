/**
 * `npm run spec` prints the tables of the core; `npm run spec -- --write` writes SPEC.md and
 * events.schema.json.
 */
import { writeFileSync } from 'node:fs';
import { createEventSchemaText } from './event-schema.ts';
import { createSpecMarkdown } from './tables.ts';

const document = createSpecMarkdown();
if (process.argv.includes('--write')) {
  writeFileSync(new URL('./SPEC.md', import.meta.url), document);
  writeFileSync(new URL('./events.schema.json', import.meta.url), createEventSchemaText());
} else process.stdout.write(document);
