/** Pinyin of names: what they are found and sorted by. */
import { pinyin } from 'pinyin-pro';

const han = /\p{Script=Han}/u;
const remembered = new Map<string, string[]>();
const MOST = 20_000;

function syllables(name: string): string[] {
  const known = remembered.get(name);
  if (known) return known;
  // A name's first character is read as a surname: 单 is shan there, and dan elsewhere.
  const found = pinyin(name, { toneType: 'none', type: 'array', surname: 'head', nonZh: 'removed', v: true });
  if (remembered.size >= MOST) remembered.clear();
  remembered.set(name, found);
  return found;
}

/** Pinyin as people type it: each syllable, all in one, the initials. Empty for names without Chinese characters. */
export function pinyinWords(name: string): string[] {
  if (!han.test(name)) return [];
  const parts = syllables(name);
  return [...parts, parts.join(''), parts.map(p => p.slice(0, 1)).join('')];
}

/** The key that sorts names of both scripts in one order: pinyin or lower-case letters, then the name itself. */
export function sortName(name: string): string {
  const latin = han.test(name) ? syllables(name).join(' ') : name.toLowerCase();
  return `${latin} ${name}`;
}
