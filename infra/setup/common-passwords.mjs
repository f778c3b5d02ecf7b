/**
 * Writes services/people/common-passwords.txt: the 10,000 most common passwords that satisfy the password
 * rule of 6 to 20 letters and digits. Source: src/passwords.json of the npm package
 * @zxcvbn-ts/language-common 4.1.3 (MIT), most common first.
 *
 * npm pack @zxcvbn-ts/language-common@4.1.3 && tar xf zxcvbn-ts-language-common-4.1.3.tgz
 * node infra/setup/common-passwords.mjs package
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './install.mjs';

const MOST = 10_000;
const fits = /^(?=.*[a-z])(?=.*\d)[a-z\d]{6,20}$/;

const [folder = 'package'] = process.argv.slice(2);
/** @type {string[]} */
const ranked = JSON.parse(readFileSync(join(folder, 'src', 'passwords.json'), 'utf8'));
const fitting = [...new Set(ranked.map(word => word.toLowerCase()))].filter(word => fits.test(word));
const lines = fitting.slice(0, MOST).sort();
writeFileSync(join(repositoryRoot, 'services', 'people', 'common-passwords.txt'), `${lines.join('\n')}\n`);
console.log(`${lines.length} passwords`);
