/** Search words of a message: its text, file names, referenced cases, and pinyin as people type it. */
import { pinyin } from 'pinyin-pro';
import type { ChatMessageRow } from './rows.ts';

/** Chinese characters of a message that are indexed as pinyin. The others are found only as written. */
const mostHan = 300;
/** Most syllables that are joined from each character on. A Chinese word is rarely longer. */
const span = 4;

const marks = /[\u0300\u0301\u0304\u030c]/g;
const plain = new Map<string, string>();

/** Removes the tone. Cached, because there are only some 1,300 syllables, and a lookup takes half the time. */
function withoutTone(syllable: string): string {
  const known = plain.get(syllable);
  if (known !== undefined) return known;
  const without = syllable.normalize('NFD').replace(marks, '').normalize('NFC').replace('ü', 'v');
  // Non-syllables are unlimited in number, so the cache is bounded.
  if (plain.size < 2000) plain.set(syllable, without);
  return without;
}

const han = /\p{Script=Han}+/gu;

/**
 * For each character, its syllable joined with the next ones, so that `fujian…` is found by its beginning.
 */
function pinyinRuns(text: string): string[] {
  return (text.slice(0, mostHan).match(han) ?? []).flatMap(run => {
    const parts = pinyin(run, { type: 'array', v: true }).map(withoutTone);
    return parts.map((_part, i) => parts.slice(i, i + span).join(''));
  });
}

export function messageSearchWords({ text, files, refs, deleted }: ChatMessageRow): string[] {
  if (deleted) return [];
  const names = files.map(file => file.name);
  return [text, pinyinRuns(text).join(' '), ...names, ...refs.map(ref => ref.caseId)].filter(Boolean);
}
