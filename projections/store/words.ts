/**
 * Finding rows by words. The text is split here: Chinese into single characters (trigrams would find nothing for a
 * name of two), everything else into runs of letters and digits, which are found by their beginning.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { PlaceInTime, Sight } from '../view.ts';
import type { Names } from './names.ts';
import { type Lists, sortColumns } from './schema.ts';

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

export type Words = {
  /** Writes a row's words and where it stands; texts without a letter are found by nothing. */
  put(id: string, texts: readonly string[], where: readonly Sight[] | PlaceInTime): void;
  /** Moves a row of lists whose words stay. */
  place(id: string, sights: readonly Sight[]): void;
};

/** Rooms as `,3,17,`: what a search asks of each row that the words find, in one look. */
export const roomsText = (rooms: readonly number[]): string => `,${rooms.join(',')},`;

/**
 * The index of words, and beside it for each row what a search filters and sorts by (`docs`): the rows that a common
 * word finds are then gone through once, in order, without a look into the sights of each.
 */
export function createWords(db: DatabaseSync, lists: Lists, names: Names): Words {
  const find = db.prepare('SELECT key FROM docs WHERE id = ?');
  const columns = sortColumns(lists);
  const set = ['rooms', 'grp', ...columns];
  const add = db.prepare(
    `INSERT INTO docs (key, id, ${set.join(', ')}) VALUES (?, ?${set.map(() => ', ?').join('')})`,
  );
  // Rows without a place in time are numbered downwards from 0, so that the two never meet.
  let lowest = Math.min(0, Number(db.prepare('SELECT min(key) AS n FROM docs').get()?.n ?? 0));
  const place = db.prepare(`UPDATE docs SET ${set.map(name => `${name} = ?`).join(', ')} WHERE id = ?`);
  const drop = db.prepare('DELETE FROM docs WHERE key = ?');
  const insert = db.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)');
  const forget = db.prepare('DELETE FROM words WHERE rowid = ?');

  const placeOf = (sights: readonly Sight[]) => {
    const [first] = sights;
    const sorts = lists[first?.list ?? ''] ?? [];
    return [
      roomsText(sights.map(sight => names.number(sight.room))),
      first ? names.number(first.group) : 0,
      ...columns.map((_column, i) => first?.sort[sorts[i] ?? ''] ?? ''),
    ];
  };
  const placeInTime = ({ rooms }: PlaceInTime) => [
    roomsText(rooms.map(room => names.number(room))),
    0,
    ...columns.map(() => ''),
  ];
  const remove = (id: string) => {
    const key = find.get(id)?.key;
    if (key === undefined) return;
    forget.run(key);
    drop.run(key);
  };
  return {
    put: (id, texts, where) => {
      remove(id);
      const text = textOf(texts);
      if (text === '') return;
      const key = 'rooms' in where ? where.at : --lowest;
      add.run(key, id, ...('rooms' in where ? placeInTime(where) : placeOf(where)));
      insert.run(key, text);
    },
    place: (id, sights) => {
      place.run(...placeOf(sights), id);
    },
  };
}
