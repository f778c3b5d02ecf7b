/** What a message is found by: its text, names of its files, the cases it points at, and pinyin as people type it. */
import { pinyin } from 'pinyin-pro';
import type { ChatMessageRow } from './rows.ts';

/** Characters of a message that pinyin is made of; the others are found as they are written. */
const mostHan = 300;
/** A word of Chinese is rarely longer: from each character on, so many syllables in one. */
const span = 4;

const marks = /[\u0300\u0301\u0304\u030c]/g;
const plain = new Map<string, string>();

/** There are some 1,300 syllables: to take the tone off each once is twice as quick as to ask for none. */
function withoutTone(syllable: string): string {
  const known = plain.get(syllable);
  if (known !== undefined) return known;
  const without = syllable.normalize('NFD').replace(marks, '').normalize('NFC').replace('ü', 'v');
  // What is no syllable stands for itself, and there is no end of it.
  if (plain.size < 2000) plain.set(syllable, without);
  return without;
}

const han = /\p{Script=Han}+/gu;

/** From each character on, its syllable and the next ones in one word: `fujian…` is found by its beginning. */
function pinyinRuns(text: string): string[] {
  return (text.slice(0, mostHan).match(han) ?? []).flatMap(run => {
    const parts = pinyin(run, { type: 'array', v: true }).map(withoutTone);
    return parts.map((_part, i) => parts.slice(i, i + span).join(''));
  });
}

export function wordsOf({ text, files, refs, deleted }: ChatMessageRow): string[] {
  if (deleted) return [];
  const names = files.map(file => file.name);
  return [text, pinyinRuns(text).join(' '), ...names, ...refs.map(ref => ref.caseId)].filter(Boolean);
}
