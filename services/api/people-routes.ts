/** The back office: people and organisations. An Admin's reach is the own organisation and those that it serves. */
import * as z from 'zod/mini';
import { limits } from '#events/case/options.ts';
import { badField, Refusal } from '#events/errors.ts';
import type { Directory, Person } from '#events/person/directory.ts';
import { type Position, positions, type Viewer } from '#events/person/position.ts';
import { flag, paging } from '#projections/asks.ts';
import { accepts } from '../http/body.ts';
import { ok } from '../http/envelope.ts';
import { accountChange, newAccount } from '../people/accounts.ts';
import type { PersonItem } from './answers.ts';
import type { Deps } from './deps.ts';
import { get } from './get.ts';
import type { Once } from './once.ts';
import { presentPerson } from './presented.ts';
import { type Route, route } from './route.ts';

const usersQuery = z.strictObject({
  position: z.optional(z.string().check(z.maxLength(40))),
  keyword: z.optional(z.string().check(z.maxLength(100))),
  frozen: z.optional(flag),
  ...paging,
});

/** @throws Refusal positionUnknown */
function positionNamed(text: string): Position {
  const found = positions.find(p => p === text);
  if (!found)
    throw new Refusal('positionUnknown', { issues: [{ path: 'position', issue: 'position-unknown' }] });
  return found;
}

const inReach = (directory: Directory, viewer: Viewer, orgId: string) =>
  orgId === viewer.orgId || directory.organisations.get(orgId)?.servedBy === viewer.orgId;

/** A person whom the viewer administers; others are as unknown as nobody. @throws Refusal userUnknown */
function administered(directory: Directory, viewer: Viewer, personId: string): Person {
  const person = directory.people.get(personId);
  if (!person || !inReach(directory, viewer, person.orgId)) throw new Refusal('userUnknown');
  return person;
}

/** A supervisor has one use of the list: to whom a case can be given. */
function mayList(viewer: Viewer, position: Position | undefined): boolean {
  return viewer.position === 'Admin' || (viewer.position === 'SuperMechanic' && position === 'Technician');
}

function listed(directory: Directory, viewer: Viewer, asked: z.infer<typeof usersQuery>) {
  const position = asked.position === undefined ? undefined : positionNamed(asked.position);
  if (!mayList(viewer, position)) throw new Refusal('notPermitted');
  const word = asked.keyword?.trim().toLowerCase() ?? '';
  const own = viewer.position !== 'Admin';
  return [...directory.people.values()].filter(
    p =>
      (own ? p.orgId === viewer.orgId && !p.frozen : inReach(directory, viewer, p.orgId)) &&
      (position === undefined || p.position === position) &&
      (asked.frozen === undefined || p.frozen === asked.frozen) &&
      `${p.name} ${p.userName}`.toLowerCase().includes(word),
  );
}

/** What of a person's page is a colleague's business. */
const colleague = ({ id, name, userName, position, orgId }: PersonItem) => ({
  id,
  name,
  userName,
  position,
  orgId,
});

function readRoutes(deps: Deps): Route[] {
  const { people } = deps;
  return [
    get({
      path: '/api/users',
      rule: ['Admin', 'SuperMechanic'],
      tag: 'people',
      summary: 'People; for a supervisor the technicians only (`position=Technician`).',
      query: usersQuery,
      answer: async ({ c, viewer, query }) => {
        const asked = query();
        const all = listed(await people.current(), viewer, asked);
        const { page = 1, size = limits.pageSize } = asked;
        const some = all.slice((page - 1) * size, page * size).map(p => presentPerson(p, c.get('hidden')));
        const items = viewer.position === 'Admin' ? some : some.map(colleague);
        return { items, total: all.length, page, size };
      },
    }),
    get({
      path: '/api/organisations',
      rule: ['Admin'],
      tag: 'people',
      summary: 'The own organisation and those that it serves.',
      query: z.strictObject(paging),
      answer: async ({ viewer, query }) => {
        const { page = 1, size = limits.pageSize } = query();
        const directory = await people.current();
        const all = [...directory.organisations.values()].filter(o => inReach(directory, viewer, o.orgId));
        const items = all.slice((page - 1) * size, page * size);
        return { items, total: all.length, page, size };
      },
    }),
  ];
}

const nothing = accepts(z.strictObject({}), {});

/** Commands on the directory answer with the person as it is then. */
const changed = (position: bigint) => ({ position, appended: true, repeated: false, state: { revision: 0 } });

function freezing(deps: Deps, once: Once, verb: 'freeze' | 'unfreeze'): Route {
  const { people, accounts } = deps;
  return route({
    method: 'post',
    path: `/api/users/:id/${verb}`,
    rule: ['Admin'],
    tag: 'people',
    summary: verb === 'freeze' ? 'Freezes an account for good, at once.' : 'Lets a frozen account in again.',
    body: nothing,
    handle: async ({ c, viewer, param, body }) => {
      const { id } = administered(await people.current(), viewer, param('id'));
      const asked = await body();
      // An Admin who locks the own account has nobody left to open it.
      if (verb === 'freeze' && id === viewer.id) throw badField('id', 'not-a-choice');
      const { position } = await once(c, viewer.id, asked, async commandId =>
        changed((await accounts[verb]({ by: viewer.id, commandId }, id)).position),
      );
      const person = administered(await people.current(), viewer, id);
      return ok(c, deps, presentPerson(person, c.get('hidden')), { position });
    },
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

function createRoute(deps: Deps, once: Once): Route {
  const { people, accounts } = deps;
  return route({
    method: 'post',
    path: '/api/users',
    rule: ['Admin'],
    tag: 'people',
    summary: 'Makes an account.',
    body: accepts(newAccount, userExample),
    handle: async ({ c, viewer, body }) => {
      const asked = await body();
      const position = positionNamed(asked.position);
      const { orgId = viewer.orgId } = asked;
      if (!inReach(await people.current(), viewer, orgId)) throw badField('orgId', 'not-a-choice');
      let personId = '';
      const done = await once(c, viewer.id, asked, async commandId => {
        // The person's id follows from the command: sent again, it is the same person.
        personId = commandId;
        const account = { ...asked, personId, orgId, position };
        return changed((await accounts.add({ by: viewer.id, commandId }, account)).position);
      });
      const person = administered(await people.current(), viewer, personId);
      return ok(c, deps, presentPerson(person, c.get('hidden')), { position: done.position });
    },
  });
}

function changeRoute(deps: Deps, once: Once): Route {
  const { people, accounts } = deps;
  return route({
    method: 'put',
    path: '/api/users/:id',
    rule: ['Admin'],
    tag: 'people',
    summary: 'Changes an account; what is left out stays. A new password ends its sessions.',
    body: accepts(accountChange, { name: '周涛' }),
    handle: async ({ c, viewer, param, body }) => {
      const { id } = administered(await people.current(), viewer, param('id'));
      const asked = await body();
      const { position } = await once(c, viewer.id, asked, async commandId =>
        changed((await accounts.change({ by: viewer.id, commandId }, id, asked)).position),
      );
      const person = administered(await people.current(), viewer, id);
      return ok(c, deps, presentPerson(person, c.get('hidden')), { position });
    },
  });
}

export function peopleRoutes(deps: Deps, { once }: { once: Once }): Route[] {
  return [
    ...readRoutes(deps),
    createRoute(deps, once),
    changeRoute(deps, once),
    freezing(deps, once, 'freeze'),
    freezing(deps, once, 'unfreeze'),
  ];
}
