/** A person's keys for notebooks: what a new one needs, how many there may be, and the fold. Pure. */
import * as z from 'zod/mini';
import { distinct, lineSchemaUpTo } from '../case/fields.ts';
import { limits } from '../case/limits.ts';
import { badField, Refusal } from '../errors.ts';
import { type NotebookKeyEndReason, type NotebookKeyEvent, notebookKeyStreamOf } from './events.ts';

const DAY_MS = 86_400_000;

/** Names of the tables that a key may open: those of services/analysis/tables.ts. */
export const notebookTables = ['events', 'stays', 'cases', 'case_facts', 'objects', 'relations'] as const;
export type NotebookTable = (typeof notebookTables)[number];

export const newNotebookKeyInputSchema = z.strictObject({
  name: z.pipe(z.string().check(z.maxLength(1_000), z.trim()), lineSchemaUpTo(limits.notebookKeyNameMax)),
  days: z.int().check(z.minimum(1), z.maximum(limits.notebookKeyDays)),
  tables: z
    .array(z.enum(notebookTables))
    .check(z.minLength(1, { error: 'required' }), z.maxLength(notebookTables.length), distinct),
});
export type NewNotebookKeyInput = z.infer<typeof newNotebookKeyInputSchema>;

export type NotebookKey = {
  id: string;
  name: string;
  tables: readonly string[];
  /** ISO times. */
  madeAt: string;
  expiresAt: string;
};

/** `list`: keys that have not been ended, in the order of their making; expired ones too. */
export type NotebookKeys = { revision: number; list: readonly NotebookKey[] };

function apply(list: readonly NotebookKey[], e: NotebookKeyEvent & { at: string }): readonly NotebookKey[] {
  const { keyId: id } = e.data;
  switch (e.type) {
    case 'NotebookKeyMade': {
      const { tables, expiresAt } = e.data;
      return [...list, { id, name: e.personal.name, tables, madeAt: e.at, expiresAt }];
    }
    case 'NotebookKeyEnded':
      return list.filter(key => key.id !== id);
    default:
      return e satisfies never;
  }
}

/** The stream of a person's keys and its fold. */
export const notebookKeyFold = {
  kind: 'notebookKeys',
  streamOf: notebookKeyStreamOf,
  empty: { revision: -1, list: [] } as NotebookKeys,
  evolve: (state: NotebookKeys, e: NotebookKeyEvent & { revision: number; at: string }): NotebookKeys => ({
    revision: e.revision,
    list: apply(state.list, e),
  }),
} as const;

/** Keys that are still valid at a time (ms). */
export const validKeys = ({ list }: NotebookKeys, now: number): NotebookKey[] =>
  list.filter(({ expiresAt }) => Date.parse(expiresAt) > now);

type Owner = { personId: string; orgId: string };
type Made = { keyId: string; now: number };

/** Makes a key. @throws Refusal badInput if the person has reached the limit of keys */
export function makeKey(
  state: NotebookKeys,
  { name, days, tables }: NewNotebookKeyInput,
  { personId, orgId, keyId, now }: Owner & Made,
): NotebookKeyEvent[] {
  const max = limits.notebookKeys;
  if (validKeys(state, now).length >= max) throw badField('', 'key-limit', { max });
  const expiresAt = new Date(now + days * DAY_MS).toISOString();
  const data = { personId, keyId, orgId, tables: [...tables], expiresAt };
  return [{ type: 'NotebookKeyMade', data, personal: { name } }];
}

/** Revokes a key. @throws Refusal notFound */
export function revokeKey(
  { list }: NotebookKeys,
  { personId, keyId }: Pick<Owner & Made, 'personId' | 'keyId'>,
) {
  if (!list.some(({ id }) => id === keyId)) throw new Refusal('notFound');
  return endKeys([keyId], personId, 'revoked');
}

const endKeys = (ids: readonly string[], personId: string, why: NotebookKeyEndReason): NotebookKeyEvent[] =>
  ids.map(keyId => ({ type: 'NotebookKeyEnded', data: { personId, keyId, why } }));

/** Ends all keys that are still valid. Returns no event if there are none. */
export const endAllKeys = (state: NotebookKeys, personId: string, now: number): NotebookKeyEvent[] =>
  endKeys(
    validKeys(state, now).map(({ id }) => id),
    personId,
    'account',
  );
