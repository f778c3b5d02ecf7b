/** The back office's people: lists and accounts. An Admin manages the own organisation and those that it serves. */
import * as z from 'zod/mini';
import { limits } from '#events/case/limits.ts';
import { badField, Refusal } from '#events/errors.ts';
import { parse } from '#events/parse.ts';
import type { Directory, Person } from '#events/person/directory.ts';
import type { Position, Viewer } from '#events/person/position.ts';
import { flagParamSchema, pagingParamSchemas } from '#projections/view-routes.ts';
import { defineBody, emptyBody } from '../http/body.ts';
import { accountChangeSchema, newAccountSchema } from '../people/account-schemas.ts';
import type { AccountResult } from '../people/accounts.ts';
import {
  isOwnOrServed,
  parseJobPosition,
  refuseForeignPerson,
  requireAdministeredOrgId,
  requireAdministeredPerson,
} from './administration.ts';
import { presentPerson } from './answer-formats.ts';
import type { FactorState, PersonItem } from './answers.ts';
import { commandRoute, type UnparsedCommandRequest } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';

const usersQuery = z.strictObject({
  position: z.optional(z.string().check(z.maxLength(40))),
  keyword: z.optional(z.string().check(z.maxLength(100))),
  frozen: z.optional(flagParamSchema),
  trial: z.optional(flagParamSchema),
  /** For Admins: people with or without a second factor. */
  factor: z.optional(flagParamSchema),
  /** True: lists removed doctors only. Allowed to Admins. */
  removed: z.optional(flagParamSchema),
  orgId: z.optional(z.string().check(z.maxLength(64))),
  ...pagingParamSchemas,
});

/** Positions that read the people of their own organisation. */
const readers = ['Admin', 'SuperMechanic', 'Service'] as const satisfies readonly Position[];

const isTrial = ({ trialUntil }: Person) => trialUntil !== null;

/** Texts of a person that a search looks in. Contacts are among them only for viewers who may see them. */
const wordsOf = ({ name, userName, phone, email }: Person, viewer: Viewer) =>
  [name, userName, ...(viewer.position === 'Admin' ? [phone, email] : [])].join(' ').toLowerCase();

/** Lists for an Admin everybody whom the viewer administers, and for others their colleagues who are not frozen. */
function listed(directory: Directory, viewer: Viewer, asked: z.infer<typeof usersQuery>) {
  const position = asked.position === undefined ? undefined : parseJobPosition(asked.position);
  const word = asked.keyword?.trim().toLowerCase() ?? '';
  const own = viewer.position !== 'Admin';
  const wantsRemoved = !own && asked.removed === true;
  return [...directory.people.values()].filter(
    p =>
      p.removed === wantsRemoved &&
      // After its removal, only a doctor's account still has cases.
      (!wantsRemoved || p.position === 'Doctor') &&
      (own ? p.orgId === viewer.orgId && !p.frozen : isOwnOrServed(directory, viewer, p.orgId)) &&
      (position === undefined || p.position === position) &&
      (asked.orgId === undefined || p.orgId === asked.orgId) &&
      (asked.frozen === undefined || p.frozen === asked.frozen) &&
      (asked.trial === undefined || isTrial(p) === asked.trial) &&
      wordsOf(p, viewer).includes(word),
  );
}

/** @throws Refusal badInput if the viewer may not know who has no second factor */
async function filteredByFactor(
  { factors }: ApiDeps,
  { position }: Viewer,
  { asked, people }: { asked: z.infer<typeof usersQuery>; people: Person[] },
): Promise<Person[]> {
  if (asked.factor === undefined) return people;
  if (position !== 'Admin') throw badField('factor', 'not-a-choice');
  const owners = await factors.owners();
  return people.filter(({ id }) => owners.has(id) === asked.factor);
}

/** Whether a person has a second factor, and must have one. */
export async function factorStateOf(
  { factors, hold }: Pick<ApiDeps, 'factors' | 'hold'>,
  directory: Directory,
  person: Person,
): Promise<FactorState> {
  if (await factors.isSet(person.id)) return 'set';
  return hold.demands(directory, person) ? 'missing' : 'none';
}

/** The fields of a person that colleagues may see. */
const colleague = ({ id, name, userName, position, orgId }: PersonItem) => ({
  id,
  name,
  userName,
  position,
  orgId,
});

/**
 * Refuses viewers whose back office is withheld. A supervisor without it may still choose the technician of a case.
 * @throws Refusal notPermitted
 */
function refuseWithheld(viewer: Viewer, position: string | undefined): void {
  const isChoosing = viewer.position === 'SuperMechanic' && position === 'Technician';
  if (!isChoosing && viewer.withheld?.includes('backstageManage')) throw new Refusal('notPermitted');
}

function readRoutes(deps: ApiDeps): Route[] {
  const { people } = deps;
  return [
    signedGet({
      path: '/api/users',
      rule: readers,
      tag: 'people',
      summary: 'People; for a supervisor and the service desk the colleagues of the own organisation.',
      query: usersQuery,
      answer: async ({ c, viewer, query }) => {
        const asked = query();
        refuseWithheld(viewer, asked.position);
        const directory = await people.current();
        const all = await filteredByFactor(deps, viewer, { asked, people: listed(directory, viewer, asked) });
        const { page = 1, size = limits.pageSize } = asked;
        const some = all.slice((page - 1) * size, page * size);
        const shown = some.map(p => presentPerson(p, c.get('hidden')));
        if (viewer.position !== 'Admin')
          return { items: shown.map(colleague), total: all.length, page, size };
        const states = await Promise.all(some.map(p => factorStateOf(deps, directory, p)));
        const items = shown.map((item, i) => ({ ...item, secondFactor: states[i] ?? 'none' }));
        return { items, total: all.length, page, size };
      },
    }),
  ];
}

const person = { rule: ['Admin'] as const, tag: 'people' };

/** Returns the path's person, whom the viewer must administer. */
const named =
  ({ people }: ApiDeps) =>
  async ({ viewer, param }: UnparsedCommandRequest) =>
    requireAdministeredPerson(await people.current(), viewer, param('id')).id;

/** Commands on the directory answer with the resulting person. */
const personThen = (
  { state, personId }: AccountResult & { personId: string },
  { c, viewer }: UnparsedCommandRequest,
) => presentPerson(requireAdministeredPerson(state, viewer, personId), c.get('hidden'));

/** Commands on an account that need no input. */
const switches = {
  freeze: 'Freezes an account for good, at once.',
  unfreeze: 'Lets a frozen account in again.',
  permanent: 'Turns a trial into an account without an end.',
} as const;

function switching(deps: ApiDeps, once: RunIdempotently, verb: keyof typeof switches): Route {
  return commandRoute(deps, once, {
    ...person,
    method: 'post',
    path: `/api/users/:id/${verb}`,
    summary: switches[verb],
    body: emptyBody,
    to: named(deps),
    decide: async ({ key, viewer, target: personId, input }) => {
      parse(emptyBody.schema, input);
      // An Admin who froze the own account could not unfreeze it.
      if (verb === 'freeze' && personId === viewer.id) throw badField('id', 'not-a-choice');
      const order = { ...key, by: viewer.id, check: refuseForeignPerson(viewer, personId) };
      const { accounts } = deps;
      const run = verb === 'permanent' ? accounts.makePermanent : accounts[verb];
      return { ...(await run(order, personId)), personId };
    },
    answer: personThen,
  });
}

const userExample = {
  userName: 'technician9',
  password: 'archline1',
  name: '周涛',
  phone: '13900000009',
  email: 'technician9@example.org',
  position: 'Technician',
};

function createRoute(deps: ApiDeps, once: RunIdempotently): Route {
  return commandRoute(deps, once, {
    ...person,
    method: 'post',
    path: '/api/users',
    summary: 'Makes an account.',
    body: defineBody(newAccountSchema, userExample),
    to: () => null,
    decide: async ({ key, viewer, input }) => {
      const asked = parse(newAccountSchema, input);
      const position = parseJobPosition(asked.position);
      const { orgId = viewer.orgId } = asked;
      // Derives the person's id from the command, so that a repetition creates the same person.
      const account = { ...asked, personId: key.commandId, orgId, position };
      const check = (d: Directory) => void requireAdministeredOrgId(d, viewer, orgId);
      return deps.accounts.add({ ...key, by: viewer.id, check }, account);
    },
    answer: personThen,
  });
}

/** Fields that decide who may sign in. */
const guarded = ['password', 'userName', 'phone', 'email'] as const;

function changeRoute(deps: ApiDeps, once: RunIdempotently): Route {
  return commandRoute(deps, once, {
    ...person,
    method: 'put',
    path: '/api/users/:id',
    summary: 'Changes an account; what is left out stays. A new password ends its sessions.',
    body: defineBody(accountChangeSchema, { name: '周涛' }),
    to: named(deps),
    decide: async ({ key, viewer, target: personId, input }) => {
      const asked = parse(accountChangeSchema, input);
      // Changes of one's own account require the current password (own-account-routes.ts), which somebody at an
      // unattended browser does not know.
      const own = personId === viewer.id ? guarded.find(field => asked[field] !== undefined) : undefined;
      if (own) throw badField(own, 'not-a-choice');
      return {
        ...(await deps.accounts.change(
          { ...key, by: viewer.id, check: refuseForeignPerson(viewer, personId) },
          personId,
          asked,
        )),
        personId,
      };
    },
    answer: personThen,
  });
}

export function peopleRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  return [
    ...readRoutes(deps),
    createRoute(deps, once),
    changeRoute(deps, once),
    switching(deps, once, 'freeze'),
    switching(deps, once, 'unfreeze'),
    switching(deps, once, 'permanent'),
  ];
}
