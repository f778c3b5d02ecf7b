/**
 * Full-text search. Chinese is split into single characters, because trigrams cannot find a two-character name. Other
 * text is split into runs of letters or digits, which match by prefix.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { PlaceInTime, Sight } from '../view.ts';
import type { NameNumbers } from './name-numbers.ts';
import { type ListSorts, sortColumns } from './schema.ts';

/** Separator between texts, so that no phrase spans two of them. A private-use character is a token of its own. */
const BREAK = '\ue000';
const cut = /\p{Script=Han}|[\p{L}\p{N}\p{M}]+/gu;
const run = /\p{Script=Han}+|[^\p{Script=Han}\s]+/gu;
const han = /\p{Script=Han}/u;

/** Tokens: single Chinese characters, and other words whole. */
function tokens(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase();
  // \p{L}+ would join letters with adjacent Chinese characters, so they are separated first.
  return (plain.match(run) ?? []).flatMap(part => (han.test(part) ? [...part] : (part.match(cut) ?? [])));
}

/** The stored form of a row's texts. */
export const indexedText = (texts: readonly string[]): string =>
  texts
    .map(text => tokens(text).join(' '))
    .filter(text => text !== '')
    .join(` ${BREAK} `);

/**
 * Converts a keyword to an FTS5 query: each run is a phrase, and the last word of a run of letters matches by prefix.
 * Null matches nothing.
 */
export function matchExpression(keyword: string): string | null {
  const runs = keyword.normalize('NFKC').toLowerCase().match(run) ?? [];
  const phrases = runs.flatMap(part => {
    const words = tokens(part);
    if (words.length === 0) return [];
    // Quoted, and only letters and digits, so nothing is parsed as FTS5 syntax.
    return [`"${words.join(' ')}"${han.test(part) ? '' : ' *'}`];
  });
  return phrases.length === 0 ? null : phrases.join(' AND ');
}

export type WordIndex = {
  /** Writes a row's words, and the rooms in which the row is found. Texts without letters or digits are not indexed. */
  put(
    view: number,
    id: string,
    texts: readonly string[],
    where: readonly Sight<string>[] | PlaceInTime<string>,
  ): void;
  /** Moves a row whose words did not change. */
  place(view: number, id: string, sights: readonly Sight<string>[]): void;
};

/** Rooms as `,3,17,`, so that a search tests a row's rooms with one substring match. */
export const roomsText = (rooms: readonly number[]): string => `,${rooms.join(',')},`;

/**
 * The word index, and the table `docs` with what a search filters and sorts by for each row. A search for a common word
 * then reads its matches in order, without joining the sights.
 */
export function createWordIndex(db: DatabaseSync, lists: ListSorts, names: NameNumbers): WordIndex {
  const find = db.prepare('SELECT key FROM docs WHERE view = ? AND id = ?');
  const columns = sortColumns(lists);
  const set = ['rooms', 'grp', ...columns];
  const add = db.prepare(
    `INSERT INTO docs (key, view, id, ${set.join(', ')}) VALUES (?, ?, ?${set.map(() => ', ?').join('')})`,
  );
  // Rows without a place in time get negative numbers, so that the two ranges never overlap.
  let lowest = Math.min(0, Number(db.prepare('SELECT min(key) AS n FROM docs').get()?.n ?? 0));
  const place = db.prepare(
    `UPDATE docs SET ${set.map(name => `${name} = ?`).join(', ')} WHERE view = ? AND id = ?`,
  );
  const drop = db.prepare('DELETE FROM docs WHERE key = ?');
  const insert = db.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)');
  const forget = db.prepare('DELETE FROM words WHERE rowid = ?');

  const placeOf = (sights: readonly Sight<string>[]) => {
    const [first] = sights;
    const sorts = lists[first?.list ?? ''] ?? [];
    return [
      roomsText(sights.map(sight => names.number(sight.room))),
      first ? names.number(first.group) : 0,
      ...columns.map((_column, i) => first?.sort[sorts[i] ?? ''] ?? ''),
    ];
  };
  const placeInTime = ({ rooms }: PlaceInTime<string>) => [
    roomsText(rooms.map(room => names.number(room))),
    0,
    ...columns.map(() => ''),
  ];
  const remove = (view: number, id: string) => {
    const key = find.get(view, id)?.key;
    if (key === undefined) return;
    forget.run(key);
    drop.run(key);
  };
  return {
    put: (view, id, texts, where) => {
      remove(view, id);
      const text = indexedText(texts);
      if (text === '') return;
      const key = 'rooms' in where ? where.at : --lowest;
      add.run(key, view, id, ...('rooms' in where ? placeInTime(where) : placeOf(where)));
      insert.run(key, text);
    },
    place: (view, id, sights) => {
      place.run(...placeOf(sights), view, id);
    },
  };
}
