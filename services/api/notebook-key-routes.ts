/** A person's own keys for notebooks: list, make, revoke. A request with such a key may use none of these routes. */
import { analystPositions } from '#events/analysis/rights.ts';
import { Refusal } from '#events/errors.ts';
import {
  type NewNotebookKeyInput,
  type NotebookTable,
  newNotebookKeyInputSchema,
} from '#events/notebookKey/notebook-keys.ts';
import { parse } from '#events/parse.ts';
import type { Viewer } from '#events/person/position.ts';
import { defineBody } from '../http/body.ts';
import { commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';
import { readableTablesOf } from './viewer-tables.ts';

const own = { rule: analystPositions, tag: 'analysis' } as const;
const keyBody = defineBody(newNotebookKeyInputSchema, {
  name: 'JupyterHub',
  days: 30,
  tables: ['events', 'stays', 'cases'],
});

/** The tables that a key of the person can open with the person's present rights. */
const keyTablesOf = (viewer: Viewer): readonly NotebookTable[] =>
  viewer.withheld?.includes('exports') ? [] : readableTablesOf(viewer);

/**
 * Checks the tables of a requested key.
 * @throws Refusal notPermitted for a table that the person's present rights do not open
 */
function askedKey(viewer: Viewer, input: unknown): NewNotebookKeyInput {
  const asked = parse(newNotebookKeyInputSchema, input);
  const tables = keyTablesOf(viewer);
  if (!asked.tables.every(table => tables.includes(table))) throw new Refusal('notPermitted');
  return asked;
}

export function notebookKeyRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  const { keys, audit } = deps;
  const note = (by: string) => audit.note('notebookKeysChanged', { by, person: by });
  return [
    signedGet({
      ...own,
      path: '/api/analysis/keys',
      summary:
        'The own keys for notebooks with their last use, the newest first, without the keys themselves; and the tables that one can open.',
      answer: async ({ viewer }) => ({ items: await keys.list(viewer.id), tables: keyTablesOf(viewer) }),
    }),
    commandRoute(deps, once, {
      ...own,
      method: 'post',
      path: '/api/analysis/keys',
      rights: ['exports'],
      summary: 'Makes a read-only key for notebooks. Only this answer has the key (`key`).',
      body: keyBody,
      to: () => null,
      decide: async ({ viewer, key, input }) => {
        const done = await keys.make(viewer, key, askedKey(viewer, input));
        if (!done.repeated) note(viewer.id);
        return { ...done, id: key.commandId };
      },
      answer: ({ id, text, state }) => ({ ...state.list.find(one => one.id === id), key: text }),
    }),
    commandRoute(deps, once, {
      ...own,
      method: 'delete',
      path: '/api/analysis/keys/:id',
      summary: 'Revokes a key, at once.',
      to: ({ param }) => param('id'),
      decide: async ({ viewer, key, target }) => {
        const done = await keys.revoke(viewer, key, target);
        if (!done.repeated) note(viewer.id);
        return done;
      },
      answer: () => null,
    }),
  ];
}
