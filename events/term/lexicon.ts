/**
 * Finds the longest term that begins at a position of a text. All names of both languages are in one trie, so
 * that a lookup takes at most the length of the longest name, however long the text.
 */
import { glossary, ordinaryWords } from './glossary.ts';
import { type TermLang, termDisplayName } from './term.ts';

type Name = { id: string | null; lang: TermLang; exact?: string };
type Node = { next: Map<number, Node>; names: Name[] };

export type FoundTerm = { id: string | null; lang: TermLang; end: number };

const isLatin = (code: number) =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  code === 95 ||
  (code >= 0xc0 && code <= 0x24f);

/** True if a Latin letter or digit is at this index. A term next to one is only a part of a word. */
export const isWordCharacterAt = (text: string, at: number): boolean =>
  at >= 0 && isLatin(text.charCodeAt(at));

/** Lower case, with one blank for every separator. Keeps the length. */
function plain(code: number): number {
  if (code >= 65 && code <= 90) return code + 32;
  const parts = code === 45 || code === 0x2010 || code === 0x2011 || code === 0xa0 || code === 10;
  return parts ? 32 : code;
}

const node = (): Node => ({ next: new Map(), names: [] });

function plant(root: Node, text: string, name: Name): void {
  let at = root;
  for (let i = 0; i < text.length; i++) {
    const code = plain(text.charCodeAt(i));
    const next = at.next.get(code) ?? node();
    at.next.set(code, next);
    at = next;
  }
  at.names.push(name);
}

const plural = (name: string): string[] => {
  if (/(?:[sxz]|[sc]h)$/i.test(name)) return [`${name}es`];
  return /[^aeiou]y$/i.test(name) ? [`${name.slice(0, -1)}ies`, `${name}s`] : [`${name}s`];
};

/** Variants with a blank between Latin letters and Chinese characters: `STL文件`, `STL 文件`. */
const withBlanks = (name: string): string[] => {
  const apart = name.replace(/([A-Za-z0-9])(?=\p{Script=Han})|(\p{Script=Han})(?=[A-Za-z0-9])/gu, '$& ');
  return apart === name ? [name] : [name, apart];
};

/**
 * Returns the spellings of a name: itself, and with the characters that people type for 𬌗, which most keyboards lack.
 * Never writes 开合 or 调合, because they are words of their own.
 */
export function spellingsOfName(name: string): string[] {
  if (!name.includes('𬌗')) return [name];
  const others = ['牙合', '殆', '颌'];
  const word = name === '开𬌗' || name === '调𬌗' || name === '𬌗面';
  return [name, ...[...others, ...(word ? [] : ['合'])].map(other => name.replaceAll('𬌗', other))];
}

function build(): Node {
  const root = node();
  for (const text of ordinaryWords) plant(root, text, { id: null, lang: /^\w/.test(text) ? 'en' : 'zh-CN' });
  for (const { id, names } of glossary) {
    for (const name of names['zh-CN'].flatMap(spellingsOfName).flatMap(withBlanks))
      plant(root, name, { id, lang: 'zh-CN' });
    for (const name of names.en) {
      const text = termDisplayName(name);
      for (const form of [text, ...plural(text)])
        plant(root, form, { id, lang: 'en', ...(text === name ? {} : { exact: form }) });
    }
  }
  return root;
}

let tree: Node | undefined;

/** Returns the longest name that begins at `at`, or undefined. An id of null marks an everyday word. */
export function longestTermAt(text: string, at: number): FoundTerm | undefined {
  if (isWordCharacterAt(text, at) && isWordCharacterAt(text, at - 1)) return undefined;
  tree ??= build();
  let here: Node | undefined = tree;
  let found: FoundTerm | undefined;
  for (let i = at; i < text.length; i++) {
    here = here.next.get(plain(text.charCodeAt(i)));
    if (!here) break;
    if (here.names.length === 0) continue;
    const end = i + 1;
    if (isWordCharacterAt(text, i) && isWordCharacterAt(text, end)) continue;
    const name = here.names.find(({ exact }) => exact === undefined || exact === text.slice(at, end));
    if (name) found = { id: name.id, lang: name.lang, end };
  }
  return found;
}
