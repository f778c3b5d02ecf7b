/**
 * The four calls of what a doctor keeps for the next cases (presets, addresses): list, add, change, let go. An assistant
 * reads what the doctors served have; somebody else's id is as unknown as none.
 */
import * as z from 'zod/mini';
import { id } from '#events/case/fields.ts';
import { limits } from '#events/case/options.ts';
import { caseOwners } from '#events/person/position.ts';
import type { StreamName } from '#events/streams.ts';
import { pagingParams } from '#projections/asks.ts';
import type { ListPage } from '#projections/contract.ts';
import {
  type CommandResult,
  createCommandHandler,
  type Decision,
  type StreamDef,
} from '../command/handler.ts';
import { ownerFor } from '../command/perform.ts';
import type { Accepts } from '../http/body.ts';
import type { ApiContext } from '../http/context.ts';
import type { Answer } from './answers.ts';
import { type CommandCall, type CommandRequest, commandRoute } from './command-route.ts';
import type { Deps } from './deps.ts';
import { get } from './get.ts';
import type { Once } from './once.ts';
import type { Route } from './route.ts';

type Schema = z.ZodMiniType;
type Verb = 'list' | 'add' | 'change' | 'remove';

/** Whose it is, and which one is made or changed. */
export type Which = { personId: string; id: string };

type Path = '/api/presets' | '/api/addresses';

type Kept = { id: string };
type Page = { page: number; size: number };

/** One page of a list that is kept whole. */
export const pageOf = <Item>(all: readonly Item[], { page, size }: Page): ListPage<Item> => ({
  items: all.slice((page - 1) * size, page * size),
  total: all.length,
  page,
  size,
});

export type Own<
  P extends Path,
  Item extends Kept,
  K extends StreamName,
  S,
  A extends Schema,
  C extends Schema,
> = {
  path: P;
  summaries: Record<Verb, string>;
  kind: StreamDef<K, S>;
  /** Everything that is kept, as this request may see it, in the list's order. */
  items: (state: S, c: ApiContext) => Item[];
  /** `pageOf`: an item that is not as the path declares it does not compile. */
  page: (all: readonly Item[], page: Page) => Answer<P>;
  /** `input` may be the refusal of a body that could not be read. @throws Refusal */
  add: Accepts<A> & { decide: (state: S, input: unknown, which: Which) => Decision<K> };
  change: Accepts<C> & { decide: (state: S, input: unknown, which: Which) => Decision<K> };
  remove: (state: S, which: Which) => Decision<K>;
};

const tag = 'own';
const listQuery = z.strictObject({ ...pagingParams, doctorId: z.optional(id) });

export function ownRoutes<
  P extends Path,
  Item extends Kept,
  K extends StreamName,
  S,
  A extends Schema,
  C extends Schema,
>(deps: Deps, once: Once, own: Own<P, Item, K, S, A, C>): Route[] {
  const { path, summaries, items } = own;
  const stream = createCommandHandler(deps, own.kind);
  /** `id`: the one of the path; the id of what is added follows from the command: sent again, it is the same. */
  const change = (decide: (state: S, input: unknown, which: Which) => Decision<K>) => ({
    rule: caseOwners,
    tag,
    to: ({ param }: CommandRequest) => param('id') || undefined,
    decide: async ({ key, viewer, target, input }: CommandCall<string | undefined>) => {
      const which = { personId: viewer.id, id: target ?? key.commandId };
      const command = { ...key, by: viewer.id };
      const done = await stream.handle(viewer.id, command, state => decide(state, input, which));
      return { ...done, id: which.id };
    },
    answer: (done: CommandResult<S> & { id: string }, { c }: CommandRequest) =>
      items(done.state, c).find(one => one.id === done.id) ?? null,
  });
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
        return own.page(items(await stream.load(doctor.id), c), { page, size });
      },
    }),
    commandRoute(deps, once, {
      ...change(own.add.decide),
      method: 'post',
      path,
      summary: summaries.add,
      body: own.add,
    }),
    commandRoute(deps, once, {
      ...change(own.change.decide),
      method: 'put',
      path: `${path}/:id`,
      summary: `${summaries.change} What is left out stays.`,
      body: own.change,
    }),
    commandRoute(deps, once, {
      ...change((state, _input, which) => own.remove(state, which)),
      method: 'delete',
      path: `${path}/:id`,
      summary: summaries.remove,
    }),
  ];
}
