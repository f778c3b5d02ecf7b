/**
 * Routes of a doctor's personal lists (presets, addresses): list, add, change, remove. An assistant reads the
 * lists of the doctors served. Another person's id answers like an unknown one.
 */
import * as z from 'zod/mini';
import { idSchema } from '#events/case/fields.ts';
import { limits } from '#events/case/limits.ts';
import { caseOwners, type SwitchableRight } from '#events/person/position.ts';
import type { StreamName } from '#events/streams.ts';
import type { ListPage } from '#projections/contract.ts';
import { pagingParamSchemas } from '#projections/view-routes.ts';
import { requireActingDoctor } from '../command/case-commands.ts';
import {
  type CommandResult,
  createCommandHandler,
  type DecidedEvents,
  type StreamDefinition,
} from '../command/handler.ts';
import type { BodySchema } from '../http/body.ts';
import type { ApiContext } from '../http/context.ts';
import type { AnswerData } from './answers.ts';
import { type CommandCall, commandRoute, type UnparsedCommandRequest } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';

type Schema = z.ZodMiniType;
type Verb = 'list' | 'add' | 'change' | 'remove';

/** Owner of the list, and the item that is added or changed. */
export type ListItemRef = { personId: string; id: string };

type Path = '/api/presets' | '/api/addresses';

type Kept = { id: string };
type Page = { page: number; size: number };

/** Cuts a page out of a list that is stored whole. */
export const pageOfList = <Item>(all: readonly Item[], { page, size }: Page): ListPage<Item> => ({
  items: all.slice((page - 1) * size, page * size),
  total: all.length,
  page,
  size,
});

export type PersonalListDefinition<
  P extends Path,
  Item extends Kept,
  K extends StreamName,
  S,
  A extends Schema,
  C extends Schema,
> = {
  path: P;
  summaries: Record<Verb, string>;
  /** Rights to change the list, which the organisation may have withheld. */
  rights?: readonly SwitchableRight[];
  kind: StreamDefinition<K, S>;
  /** Returns all items of the list that this request may see, in order. */
  items: (state: S, c: ApiContext) => Item[];
  /** Usually `pageOfList`. Its type makes an item that differs from the path's declaration fail to compile. */
  page: (all: readonly Item[], page: Page) => AnswerData<P>;
  /** `input` may be the refusal of an unreadable body. @throws Refusal */
  add: BodySchema<A> & { decide: (state: S, input: unknown, which: ListItemRef) => DecidedEvents<K> };
  change: BodySchema<C> & { decide: (state: S, input: unknown, which: ListItemRef) => DecidedEvents<K> };
  remove: (state: S, which: ListItemRef) => DecidedEvents<K>;
};

const tag = 'own';
const listQuery = z.strictObject({ ...pagingParamSchemas, doctorId: z.optional(idSchema) });

export function personalListRoutes<
  P extends Path,
  Item extends Kept,
  K extends StreamName,
  S,
  A extends Schema,
  C extends Schema,
>(deps: ApiDeps, once: RunIdempotently, own: PersonalListDefinition<P, Item, K, S, A, C>): Route[] {
  const { path, summaries, items } = own;
  /** Not `P`: commands may answer null, for an item that the command has removed. */
  const commandPath: string = path;
  const stream = createCommandHandler(deps, own.kind);
  /** `id`: from the path. A new item's id derives from the command, so that a repetition has the same one. */
  const change = (decide: (state: S, input: unknown, which: ListItemRef) => DecidedEvents<K>) => ({
    rule: caseOwners,
    rights: own.rights,
    tag,
    to: ({ param }: UnparsedCommandRequest) => param('id') || undefined,
    decide: async ({ key, viewer, target, input }: CommandCall<string | undefined>) => {
      const which = { personId: viewer.id, id: target ?? key.commandId };
      const command = { ...key, by: viewer.id };
      const done = await stream.handle(viewer.id, command, state => decide(state, input, which));
      return { ...done, id: which.id };
    },
    answer: (done: CommandResult<S> & { id: string }, { c }: UnparsedCommandRequest) =>
      items(done.state, c).find(one => one.id === done.id) ?? null,
  });
  return [
    signedGet({
      path,
      rule: [...caseOwners, 'Assistant'],
      tag,
      summary: `${summaries.list} An assistant of several doctors says whose (\`doctorId\`).`,
      query: listQuery,
      answer: async ({ c, viewer, query }) => {
        const { page = 1, size = limits.pageSize, doctorId } = query();
        const doctor = requireActingDoctor(viewer, doctorId, await deps.people.current());
        return own.page(items(await stream.load(doctor.id), c), { page, size });
      },
    }),
    commandRoute(deps, once, {
      ...change(own.add.decide),
      method: 'post',
      path: commandPath,
      summary: summaries.add,
      body: own.add,
    }),
    commandRoute(deps, once, {
      ...change(own.change.decide),
      method: 'put',
      path: `${commandPath}/:id`,
      summary: `${summaries.change} What is left out stays.`,
      body: own.change,
    }),
    commandRoute(deps, once, {
      ...change((state, _input, which) => own.remove(state, which)),
      method: 'delete',
      path: `${commandPath}/:id`,
      summary: summaries.remove,
    }),
  ];
}
