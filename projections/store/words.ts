/**
 * Finding rows by words. The text is split here: Chinese into single characters (trigrams would find nothing for a
 * name of two), everything else into runs of letters and digits, which are found by their beginning.
 */
import type { DatabaseSync } from 'node:sqlite';

/** Between two texts, so that no phrase reaches from one into the next: a private character counts as a word. */
const BREAK = '\ue000';
const cut = /\p{Script=Han}|[\p{L}\p{N}\p{M}]+/gu;
const run = /\p{Script=Han}+|[^\p{Script=Han}\s]+/gu;
const han = /\p{Script=Han}/u;

/** Chinese characters one by one, other words whole. */
function tokens(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase();
  // Letters that touch Chinese ones are one word to \p{L}+: they are cut apart first.
  return (plain.match(run) ?? []).flatMap(part => (han.test(part) ? [...part] : (part.match(cut) ?? [])));
}

/** What is stored for a row's texts. */
export const textOf = (texts: readonly string[]): string =>
  texts
    .map(text => tokens(text).join(' '))
    .filter(text => text !== '')
    .join(` ${BREAK} `);

/** A keyword as FTS5 asks for it: each run a phrase, the last word of a run of letters by its beginning; null finds nothing. */
export function matchOf(keyword: string): string | null {
  const runs = keyword.normalize('NFKC').toLowerCase().match(run) ?? [];
  const phrases = runs.flatMap(part => {
    const words = tokens(part);
    if (words.length === 0) return [];
    // Quoted, and of letters and digits only: nothing in it is taken for a query.
    return [`"${words.join(' ')}"${han.test(part) ? '' : ' *'}`];
  });
  return phrases.length === 0 ? null : phrases.join(' AND ');
}

export type Words = { put(id: string, text: string): void; remove(id: string): void };

/** The index of words: `docs` gives each row's id a number, since the text itself is not kept. */
export function createWords(db: DatabaseSync): Words {
  const find = db.prepare('SELECT key FROM docs WHERE id = ?');
  const add = db.prepare('INSERT INTO docs (id) VALUES (?)');
  const drop = db.prepare('DELETE FROM docs WHERE key = ?');
  const insert = db.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)');
  const forget = db.prepare('DELETE FROM words WHERE rowid = ?');
  const remove = (id: string) => {
    const key = find.get(id)?.key;
    if (key === undefined) return;
    forget.run(key);
    drop.run(key);
  };
  return {
    remove,
    put: (id, text) => {
      remove(id);
      insert.run(add.run(id).lastInsertRowid, text);
    },
  };
}
