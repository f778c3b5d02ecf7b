/**
 * The four calls of what a doctor keeps for the next cases (presets, addresses): list, add, change, let go. An assistant
 * reads what the doctors served have; somebody else's id is as unknown as none.
 */
import * as z from 'zod/mini';
import { id } from '#events/case/fields.ts';
import { limits } from '#events/case/options.ts';
import type { Payload } from '#events/envelope.ts';
import { caseOwners } from '#events/person/position.ts';
import type { Deps } from './deps.ts';
import { createOwnStream, type Kind } from '../command/own-stream.ts';
import { ownerFor } from '../command/perform.ts';
import { type Accepts, readBodyOrRefusal } from '../http/body.ts';
import { paging } from '#projections/asks.ts';
import type { ApiContext } from '../http/context.ts';
import { ok } from '../http/envelope.ts';
import type { Listed } from '#projections/contract.ts';
import type { Answer } from './answers.ts';
import { get } from './get.ts';
import type { Once } from './once.ts';
import { type Route, route } from './route.ts';

type Schema = z.ZodMiniType;
type Folded = { revision: number };
type Verb = 'list' | 'add' | 'change' | 'remove';

/** Whose it is, and which one is made or changed. */
export type Which = { personId: string; id: string };

type Path = '/api/presets' | '/api/addresses';

type Kept = { id: string };
type Page = { page: number; size: number };

/** One page of a list that is kept whole. */
export const pageOf = <Item>(all: readonly Item[], { page, size }: Page): Listed<Item> => ({
  items: all.slice((page - 1) * size, page * size),
  total: all.length,
  page,
  size,
});

export type Own<
  P extends Path,
  Item extends Kept,
  S extends Folded,
  E extends Payload,
  A extends Schema,
  C extends Schema,
> = {
  path: P;
  summaries: Record<Verb, string>;
  kind: Kind<S, E>;
  /** Everything that is kept, as this request may see it, in the list's order. */
  items: (state: S, c: ApiContext) => Item[];
  /** `pageOf`: an item that is not as the path declares it does not compile. */
  page: (all: readonly Item[], page: Page) => Answer<P>;
  /** `input` may be the refusal of a body that could not be read. @throws Refusal */
  add: Accepts<A> & { decide: (state: S, input: unknown, which: Which) => E[] };
  change: Accepts<C> & { decide: (state: S, input: unknown, which: Which) => E[] };
  remove: (state: S, which: Which) => E[];
};

const tag = 'own';
const listQuery = z.strictObject({ ...paging, doctorId: z.optional(id) });

export function ownRoutes<
  P extends Path,
  Item extends Kept,
  S extends Folded,
  E extends Payload,
  A extends Schema,
  C extends Schema,
>(deps: Deps, once: Once, own: Own<P, Item, S, E, A, C>): Route[] {
  const { path, summaries, items } = own;
  const stream = createOwnStream(deps, own.kind);
  /** The id of what is added follows from the command: sent again, it is the same. */
  const command = async (
    c: ApiContext,
    personId: string,
    { input, id: named, decide }: { input: unknown; id?: string; decide: (state: S, which: Which) => E[] },
  ) => {
    const done = await once(c, personId, input, async commandId => {
      const which = { personId, id: named ?? commandId };
      const changed = await stream.change({ commandId, personId, decide: state => decide(state, which) });
      return { ...changed, id: which.id };
    });
    const item = items(done.state, c).find(one => one.id === done.id) ?? null;
    return ok(c, deps, item, { position: done.position });
  };
  return [
    get({
      path,
      rule: [...caseOwners, 'Assistant'],
      tag,
      summary: `${summaries.list} An assistant of several doctors says whose (\`doctorId\`).`,
      query: listQuery,
      answer: async ({ c, viewer, query }) => {
        const { page = 1, size = limits.pageSize, doctorId } = query();
        const doctor = ownerFor(viewer, doctorId, await deps.people.current());
        return own.page(items(await stream.current(doctor.id), c), { page, size });
      },
    }),
    route({
      method: 'post',
      path,
      rule: caseOwners,
      tag,
      summary: summaries.add,
      body: own.add,
      handle: async ({ c, viewer }) => {
        const input = await readBodyOrRefusal(c, own.add.schema);
        return command(c, viewer.id, {
          input,
          decide: (state, which) => own.add.decide(state, input, which),
        });
      },
    }),
    route({
      method: 'put',
      path: `${path}/:id`,
      rule: caseOwners,
      tag,
      summary: `${summaries.change} What is left out stays.`,
      body: own.change,
      handle: async ({ c, viewer, param }) => {
        const input = await readBodyOrRefusal(c, own.change.schema);
        const decide = (state: S, which: Which) => own.change.decide(state, input, which);
        return command(c, viewer.id, { input, id: param('id'), decide });
      },
    }),
    route({
      method: 'delete',
      path: `${path}/:id`,
      rule: caseOwners,
      tag,
      summary: summaries.remove,
      handle: ({ c, viewer, param }) =>
        command(c, viewer.id, { input: null, id: param('id'), decide: own.remove }),
    }),
  ];
}
