/** What a list shows: read from its address, written as an address, and asked of the server. */
import type { QueryField, ViewPath } from '#services/api/answers.ts';

type Value = string | number | boolean;

/** A field of an address; `asked` is its name in the server's query, null where the server is not asked for it. */
type Field<T extends Value = Value, Asked extends string | null = string | null> = {
  asked: Asked;
  /** Returns undefined for what an address may not say, so that an old bookmark still opens the list. */
  read: (raw: unknown) => T | undefined;
  /** It narrows what is shown: an empty list says so. */
  narrows?: boolean;
  /** A change of it stays on the page; other changes go back to the first. */
  stays?: boolean;
};

const textOf = (raw: unknown): string =>
  typeof raw === 'string' || typeof raw === 'number' ? String(raw) : '';

export const whole = <A extends string | null>(asked: A, min: number, max: number): Field<number, A> => ({
  asked,
  narrows: true,
  read: raw => {
    const n = Number(raw);
    return Number.isInteger(n) && n >= min && n <= max ? n : undefined;
  },
});

export const text = <A extends string | null>(asked: A, most: number): Field<string, A> => ({
  asked,
  narrows: true,
  read: raw => textOf(raw).slice(0, most) || undefined,
});

export const oneOf = <T extends string, A extends string | null>(
  asked: A,
  choices: readonly T[],
): Field<T, A> => ({ asked, narrows: true, read: raw => choices.find(choice => choice === raw) });

/** A comma list of choices. */
export const listed = <A extends string | null>(asked: A, choices: readonly number[]): Field<string, A> => ({
  asked,
  narrows: true,
  read: raw => {
    const known = textOf(raw).split(',');
    return known.filter(part => choices.includes(Number(part))).join(',') || undefined;
  },
});

export const ticked = <A extends string | null>(asked: A): Field<true, A> => ({
  asked,
  narrows: true,
  read: raw => (raw === true || raw === 'true' || raw === 1 || raw === '1' ? true : undefined),
});

/** From the second page on; the first is the list's own address. */
export const pages: Field<number, 'page'> = { ...whole('page', 2, 100_000), narrows: false, stays: true };

/** The order of a table: a column's name, with a minus descending. @param usual needs no field */
export const ordered = (usual: string, columns: readonly string[]): Field<string, 'sort'> => {
  const words = columns.flatMap(column => [column, `-${column}`]);
  return { asked: 'sort', read: raw => words.find(word => word === raw && word !== usual) };
};
export const orderOf = (word: string): { column: string; descending: boolean } => ({
  column: word.replace('-', ''),
  descending: word.startsWith('-'),
});
export const orderWord = ({ column, descending }: { column: string; descending: boolean }): string =>
  `${descending ? '-' : ''}${column}`;

/** A field that narrows nothing. */
export const neutral = <T extends Value, A extends string | null>(field: Field<T, A>): Field<T, A> => ({
  ...field,
  narrows: false,
});

type Fields = Record<string, Field>;
type Search<F extends Fields> = { [K in keyof F]?: F[K] extends Field<infer T> ? T : never };
/** Null and undefined take a field out. */
type Change<F extends Fields> = { [K in keyof F]?: Search<F>[K] | null };

/** What a list's search is. */
export type SearchOf<S extends { read: (raw: Record<string, unknown>) => unknown }> = ReturnType<S['read']>;

const written = (entries: readonly (readonly [string, unknown])[]): string => {
  const given = entries.filter(([, value]) => value !== undefined && value !== null && value !== '');
  return new URLSearchParams(
    given.map(([name, value]) => [name, value === true ? '1' : String(value)]),
  ).toString();
};

/** @param path the view's GET: a field that its query does not have does not compile */
export function searchOf<
  const P extends ViewPath,
  F extends Record<string, Field<Value, QueryField<P> | null>>,
>(path: P, address: string, fields: F) {
  const all = Object.entries<Field>(fields);
  return {
    path,
    address,
    read: (raw: Record<string, unknown>): Search<F> => {
      const read = all.flatMap(([name, field]) => {
        const value = field.read(raw[name]);
        return value === undefined ? [] : [[name, value]];
      });
      // The boundary: each entry was read by its own field.
      return Object.fromEntries(read) as Search<F>;
    },
    /** The address of the list with something changed. */
    href: (search: Search<F>, change: Change<F> = {}): string => {
      const stays = Object.keys(change).some(name => fields[name]?.stays);
      const query = written(Object.entries({ ...search, ...(stays ? {} : { page: null }), ...change }));
      return query ? `${address}?${query}` : address;
    },
    /** The same as the server's query. */
    query: (search: Search<F>): string =>
      written(all.flatMap(([name, { asked }]) => (asked === null ? [] : [[asked, search[name]]]))),
    isNarrowed: (search: Search<F>): boolean =>
      all.some(([name, { narrows }]) => narrows && search[name] !== undefined),
  };
}
