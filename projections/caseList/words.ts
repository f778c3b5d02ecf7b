/** Pinyin of names, for search and sorting. */
import { pinyin } from 'pinyin-pro';

const han = /\p{Script=Han}/u;
const remembered = new Map<string, string[]>();
const MOST = 20_000;

function syllables(name: string): string[] {
  const known = remembered.get(name);
  if (known) return known;
  // pinyin-pro reads the first character as a surname: 单 is shan there, and dan elsewhere.
  const found = pinyin(name, { toneType: 'none', type: 'array', surname: 'head', nonZh: 'removed', v: true });
  if (remembered.size >= MOST) remembered.clear();
  remembered.set(name, found);
  return found;
}

/**
 * Pinyin as people type it: syllables, all joined, and initials. Empty for names without Chinese characters.
 */
export function pinyinWords(name: string): string[] {
  if (!han.test(name)) return [];
  const parts = syllables(name);
  return [...parts, parts.join(''), parts.map(p => p.slice(0, 1)).join('')];
}

/** Sort key for names of both scripts: pinyin or lower-case letters, then the name itself. */
export function nameSortKey(name: string): string {
  const latin = han.test(name) ? syllables(name).join(' ') : name.toLowerCase();
  return `${latin} ${name}`;
}
