/** The search of a list: parsed from its address, written as an address, and sent as the server's query. */
import type { ViewPath, ViewQueryField } from '#services/api/answers.ts';

type Value = string | number | boolean;

/**
 * A field of the address. `asked` is its name in the server's query, or null if the server does not take it.
 */
type Field<T extends Value = Value, Asked extends string | null = string | null> = {
  asked: Asked;
  /** Returns undefined for an invalid value, so that an old bookmark still opens the list. */
  read: (raw: unknown) => T | undefined;
  /** Whether the field filters the rows: an empty list then mentions the filter. */
  narrows?: boolean;
  /** Whether a change keeps the current page; other changes go back to the first page. */
  stays?: boolean;
};

const textOf = (raw: unknown): string =>
  typeof raw === 'string' || typeof raw === 'number' ? String(raw) : '';

export const integerField = <A extends string | null>(
  asked: A,
  min: number,
  max: number,
): Field<number, A> => ({
  asked,
  narrows: true,
  read: raw => {
    const n = Number(raw);
    return Number.isInteger(n) && n >= min && n <= max ? n : undefined;
  },
});

export const textField = <A extends string | null>(asked: A, most: number): Field<string, A> => ({
  asked,
  narrows: true,
  read: raw => textOf(raw).slice(0, most) || undefined,
});

export const choiceField = <T extends string, A extends string | null>(
  asked: A,
  choices: readonly T[],
): Field<T, A> => ({ asked, narrows: true, read: raw => choices.find(choice => choice === raw) });

/** A comma-separated list of choices. */
export const choiceListField = <A extends string | null>(
  asked: A,
  choices: readonly number[],
): Field<string, A> => ({
  asked,
  narrows: true,
  read: raw => {
    const known = textOf(raw).split(',');
    return known.filter(part => choices.includes(Number(part))).join(',') || undefined;
  },
});

export const flagField = <A extends string | null>(asked: A): Field<true, A> => ({
  asked,
  narrows: true,
  read: raw => (raw === true || raw === 'true' || raw === 1 || raw === '1' ? true : undefined),
});

/** The page number from 2 on; the first page has no field in the address. */
export const pageNumberField: Field<number, 'page'> = {
  ...integerField('page', 2, 100_000),
  narrows: false,
  stays: true,
};

/**
 * The sort order: a column name, prefixed with a minus for descending. @param usual the default, omitted from
 * the address
 */
export const sortField = (usual: string, columns: readonly string[]): Field<string, 'sort'> => {
  const words = columns.flatMap(column => [column, `-${column}`]);
  return { asked: 'sort', read: raw => words.find(word => word === raw && word !== usual) };
};
export const parseSort = (word: string): { column: string; descending: boolean } => ({
  column: word.replace('-', ''),
  descending: word.startsWith('-'),
});
export const formatSort = ({ column, descending }: { column: string; descending: boolean }): string =>
  `${descending ? '-' : ''}${column}`;

/** Makes a field that does not count as narrowing. */
export const nonNarrowingField = <T extends Value, A extends string | null>(
  field: Field<T, A>,
): Field<T, A> => ({
  ...field,
  narrows: false,
});

/** The past moment that the list shows: a log position or an ISO time, which the server reads. */
export const momentField = nonNarrowingField(textField('asOf', 40));

type Fields = Record<string, Field>;
type Search<F extends Fields> = { [K in keyof F]?: F[K] extends Field<infer T> ? T : never };
/** Null and undefined remove a field. */
type Change<F extends Fields> = { [K in keyof F]?: Search<F>[K] | null };

/** The type of a list's search values. */
export type SearchValues<S extends { read: (raw: Record<string, unknown>) => unknown }> = ReturnType<
  S['read']
>;

const written = (entries: readonly (readonly [string, unknown])[]): string => {
  const given = entries.filter(([, value]) => value !== undefined && value !== null && value !== '');
  return new URLSearchParams(
    given.map(([name, value]) => [name, value === true ? '1' : String(value)]),
  ).toString();
};

/** @param path the view's GET: a field that its query does not take is a compile error */
export function createListSearch<
  const P extends ViewPath,
  F extends Record<string, Field<Value, ViewQueryField<P> | null>>,
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
      // Cast at the boundary: each entry was read by its own field.
      return Object.fromEntries(read) as Search<F>;
    },
    /** Returns the list's address with some fields changed. */
    href: (search: Search<F>, change: Change<F> = {}): string => {
      const stays = Object.keys(change).some(name => fields[name]?.stays);
      const query = written(Object.entries({ ...search, ...(stays ? {} : { page: null }), ...change }));
      return query ? `${address}?${query}` : address;
    },
    /** Returns the search as the server's query. */
    query: (search: Search<F>): string =>
      written(all.flatMap(([name, { asked }]) => (asked === null ? [] : [[asked, search[name]]]))),
    isNarrowed: (search: Search<F>): boolean =>
      all.some(([name, { narrows }]) => narrows && search[name] !== undefined),
  };
}
