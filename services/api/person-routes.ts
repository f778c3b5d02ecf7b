/** One person in the back office: facts, cases and changes; moving, ending sessions and removing. */
import * as z from 'zod/mini';
import { idSchema, lineSchema } from '#events/case/fields.ts';
import { badField } from '#events/errors.ts';
import { parse } from '#events/parse.ts';
import type { Directory, Person } from '#events/person/directory.ts';
import { directoryStream } from '#events/person/events.ts';
import { recordOf } from '#events/streams.ts';
import type { PresentCtx } from '#projections/present.ts';
import { defineBody, emptyBody } from '../http/body.ts';
import type { AccountResult } from '../people/accounts.ts';
import {
  parseJobPosition,
  refuseForeignPerson,
  requireAdministeredOrgId,
  requireAdministeredOrRemovedPerson,
  requireAdministeredPerson,
} from './administration.ts';
import { presentPerson } from './answer-formats.ts';
import type { PersonDetail, PersonHistoryItem } from './answers.ts';
import { type CommandCall, commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import { factorStateOf } from './people-routes.ts';
import type { HttpMethod, Route } from './route.ts';

/**
 * Maximum number of changes that a person's page shows, and maximum number of the directory's events that are searched
 * for them.
 */
const CHANGES_MOST = 20;
const CHANGES_SEARCHED = 5000;
/** Maximum number of cases to which a person's page links. */
const CASES_MOST = 10;

/** Newest changes of an account, without personal data. */
async function changesOf({ sealedLog, models }: ApiDeps, personId: string): Promise<PersonHistoryItem[]> {
  const found: PersonHistoryItem[] = [];
  const back = { direction: 'backwards', limit: CHANGES_SEARCHED } as const;
  for await (const event of sealedLog.read(directoryStream, back)) {
    const e = recordOf('directory', event);
    if (!('personId' in e.data) || e.data.personId !== personId) continue;
    const { position, orgId } = 'position' in e.data ? e.data : { position: null, orgId: null };
    const by = models.personRef(event.by);
    found.push({ id: event.id, type: e.type, at: event.at, by, position, orgId });
    if (found.length === CHANGES_MOST) break;
  }
  return found;
}

async function detailOf(
  deps: ApiDeps,
  { directory, person }: { directory: Directory; person: Person },
  ctx: PresentCtx,
): Promise<PersonDetail> {
  const { people } = directory;
  const named = (ids: readonly string[]) =>
    ids.filter(one => people.has(one)).map(one => deps.models.personRef(one));
  return {
    ...presentPerson(person, ctx.hidden),
    secondFactor: await factorStateOf(deps, directory, person),
    removed: person.removed,
    doctors: named(person.serves),
    assistants: named([...people.values()].filter(p => p.serves.includes(person.id)).map(p => p.id)),
    held: deps.models.casesHeld(person.id),
    cases: deps.models.casesOf(ctx, person.id, CASES_MOST),
    changes: await changesOf(deps, person.id),
    browsers: await deps.sessions.own.browsersOf(person.id),
  };
}

const detailRoute = (deps: ApiDeps): Route =>
  signedGet({
    path: '/api/users/:id',
    rule: ['Admin'],
    tag: 'people',
    summary: 'One person: account, cases, signed-in browsers and the newest changes.',
    answer: async ({ viewer, ctx, param }) => {
      const directory = await deps.people.current();
      return detailOf(
        deps,
        { directory, person: requireAdministeredOrRemovedPerson(directory, viewer, param('id')) },
        ctx,
      );
    },
  });

type PersonCommand = {
  method: Exclude<HttpMethod, 'get'>;
  path: string;
  summary: string;
  body?: ReturnType<typeof defineBody>;
  decide: (call: CommandCall<string>) => Promise<AccountResult>;
};

/** A command on the path's person. It answers with the person, or with null for one who is gone. */
const personRoute = (deps: ApiDeps, once: RunIdempotently, route: PersonCommand): Route =>
  commandRoute(deps, once, {
    ...route,
    rule: ['Admin'],
    tag: 'people',
    to: ({ param }) => param('id'),
    answer: ({ state }, { c, target }) => {
      const person = state.people.get(target);
      return person && !person.removed ? presentPerson(person, c.get('hidden')) : null;
    },
  });

const orderOf = ({ key, viewer, target }: CommandCall<string>) => ({
  ...key,
  by: viewer.id,
  check: refuseForeignPerson(viewer, target),
});

const moveSchema = z.strictObject({
  position: lineSchema,
  orgId: z.optional(idSchema),
  /** Ids of the doctors that an Assistant serves. */
  serves: z.optional(z.array(idSchema).check(z.maxLength(50))),
});

const moveRoute = (deps: ApiDeps, once: RunIdempotently): Route =>
  personRoute(deps, once, {
    method: 'post',
    path: '/api/users/:id/move',
    summary: 'Changes position and organisation. Refused while cases belong to the person.',
    body: defineBody(moveSchema, { position: 'Specialist' }),
    decide: async call => {
      const { viewer, target, input } = call;
      const { orgId: before = viewer.orgId } = (await deps.people.current()).people.get(target) ?? {};
      const asked = parse(moveSchema, input);
      const { orgId = before, serves = [] } = asked;
      const to = { position: parseJobPosition(asked.position), orgId, serves };
      const order = {
        ...orderOf(call),
        check: (d: Directory) => {
          requireAdministeredPerson(d, viewer, target);
          requireAdministeredOrgId(d, viewer, orgId);
        },
      };
      return deps.accounts.move(order, target, to, () => deps.models.casesHeld(target));
    },
  });

const endSessionsRoute = (deps: ApiDeps, once: RunIdempotently): Route =>
  personRoute(deps, once, {
    method: 'post',
    path: '/api/users/:id/endSessions',
    summary: 'Ends all sessions of a person, at once. The account stays open.',
    body: emptyBody,
    decide: async call => {
      parse(emptyBody.schema, call.input);
      const order = orderOf(call);
      const decide = (directory: Directory) => {
        order.check(directory);
        return [];
      };
      const done = await deps.people.change({ ...order, decide });
      await deps.sessions.endAll(call.target, order);
      await deps.keys.endAll(call.target, order);
      if (!done.repeated) deps.audit.note('sessionsEnded', { by: call.viewer.id, person: call.target });
      return done;
    },
  });

/**
 * For a person who lost phone and recovery codes. The Admin vouches for the person, so the removal is in the security
 * log.
 */
const removeFactorsRoute = (deps: ApiDeps, once: RunIdempotently): Route =>
  personRoute(deps, once, {
    method: 'post',
    path: '/api/users/:id/removeFactors',
    summary: 'Removes all second factors of a person and ends the sessions. The password stays.',
    body: emptyBody,
    decide: async call => {
      parse(emptyBody.schema, call.input);
      // Removing one's own factors requires the password (factor-routes.ts), which somebody at an unattended browser
      // does not know.
      if (call.target === call.viewer.id) throw badField('id', 'not-a-choice');
      const order = orderOf(call);
      const decide = (directory: Directory) => {
        order.check(directory);
        return [];
      };
      const done = await deps.people.change({ ...order, decide });
      if (done.repeated) return done;
      await deps.factorCommands.removeAll(order, call.target);
      await deps.sessions.endAll(call.target, order);
      return done;
    },
  });

const removeRoute = (deps: ApiDeps, once: RunIdempotently): Route =>
  personRoute(deps, once, {
    method: 'delete',
    path: '/api/users/:id',
    summary: 'Removes an account for good. The name stays in histories; login, phone and e-mail are free.',
    decide: call => {
      if (call.target === call.viewer.id) throw badField('id', 'not-a-choice');
      return deps.accounts.remove(orderOf(call), call.target);
    },
  });

export function personRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  return [
    detailRoute(deps),
    ...[moveRoute, endSessionsRoute, removeFactorsRoute, removeRoute].map(route => route(deps, once)),
  ];
}
