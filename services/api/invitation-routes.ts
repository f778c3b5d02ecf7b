/** Invitations to an account: an Admin invites by mail, sends again and withdraws. */
import * as z from 'zod/mini';
import { email, id, line, personName } from '#events/case/fields.ts';
import { limits } from '#events/case/options.ts';
import { parse } from '#events/parse.ts';
import type { Directory } from '#events/person/directory.ts';
import type { Invitation } from '#events/person/invitation.ts';
import { pagingParams } from '#projections/asks.ts';
import { maskEmail, maskName } from '#projections/present.ts';
import { acceptBody } from '../http/body.ts';
import { linkLifetimesMs } from '../people/single-use-links.ts';
import {
  administeredInvitation,
  administeredOrganisation,
  inReach,
  positionNamed,
} from './administration.ts';
import type { InvitationItem } from './answers.ts';
import { commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';

const tag = 'people';
const rule = ['Admin'] as const;

async function present(deps: ApiDeps, open: Invitation, hidden: boolean): Promise<InvitationItem> {
  const { personId, orgId, position, serves, lang, at } = open;
  const mail = await deps.invitations.mail.of(personId);
  const sentAt = mail?.state === 'sent' ? mail.at : null;
  const until = sentAt === null ? null : sentAt + linkLifetimesMs.invitation;
  return {
    id: personId,
    name: hidden ? maskName(open.name) : open.name,
    email: hidden ? maskEmail(open.email) : open.email,
    ...{ orgId, position, serves, lang, at },
    by: deps.models.personRef(open.by),
    mail: until !== null && until <= deps.clock.now() ? 'expired' : (mail?.state ?? 'waiting'),
    until: until === null ? null : new Date(until).toISOString(),
  };
}

const listRoute = (deps: ApiDeps): Route =>
  signedGet({
    path: '/api/invitations',
    rule,
    tag,
    summary: 'Open invitations, newest first.',
    query: z.strictObject(pagingParams),
    answer: async ({ viewer, ctx, query }) => {
      const { page = 1, size = limits.pageSize } = query();
      const directory = await deps.people.current();
      const all = [...directory.invitations.values()]
        .filter(({ orgId }) => inReach(directory, viewer, orgId))
        .sort((a, b) => b.at.localeCompare(a.at));
      const some = all.slice((page - 1) * size, page * size);
      const items = await Promise.all(some.map(open => present(deps, open, ctx.hidden)));
      return { items, total: all.length, page, size };
    },
  });

const invitationSchema = z.strictObject({
  name: personName,
  email,
  position: line,
  orgId: z.optional(id),
  /** Ids of the doctors that an Assistant serves. */
  serves: z.optional(z.array(id).check(z.maxLength(50))),
  lang: z.enum(['en', 'zh-CN']),
});

const example = {
  name: '周涛',
  email: 'zhou@clinic.example',
  position: 'Technician',
  lang: 'zh-CN',
} as const;

const inviteRoute = (deps: ApiDeps, once: RunIdempotently): Route =>
  commandRoute(deps, once, {
    method: 'post',
    path: '/api/invitations',
    rule,
    tag,
    summary: 'Invites somebody by e-mail. The person chooses user name and password.',
    body: acceptBody(invitationSchema, example),
    to: () => null,
    decide: async ({ key, viewer, input }) => {
      const { serves = [], ...asked } = parse(invitationSchema, input);
      const position = positionNamed(asked.position);
      const orgId = administeredOrganisation(await deps.people.current(), viewer, asked.orgId);
      // Derives the person's id from the command, so that a repetition creates the same invitation.
      const personId = key.commandId;
      const wanted = { ...asked, position, orgId, serves, personId };
      return { ...(await deps.invitations.invite({ ...key, by: viewer.id }, [wanted])), personId };
    },
    answer: ({ state, personId }, { c, viewer }) =>
      present(deps, administeredInvitation(state, viewer, personId), c.get('hidden')),
  });

const nothing = acceptBody(z.strictObject({}), {});

const changeRoute = (deps: ApiDeps, once: RunIdempotently, verb: 'renew' | 'withdraw'): Route =>
  commandRoute(deps, once, {
    ...(verb === 'renew'
      ? { method: 'post', path: '/api/invitations/:id/renew', body: nothing }
      : { method: 'delete', path: '/api/invitations/:id' }),
    rule,
    tag,
    summary: verb === 'renew' ? 'Sends an invitation again, with a new link.' : 'Withdraws an invitation.',
    to: ({ param }) => param('id'),
    decide: async ({ key, viewer, target, input }) => {
      if (verb === 'renew') parse(nothing.schema, input);
      const check = (directory: Directory) => void administeredInvitation(directory, viewer, target);
      return deps.invitations[verb]({ ...key, by: viewer.id, check }, target);
    },
    answer: ({ state }, { c, target }) => {
      const open = state.invitations.get(target);
      return open ? present(deps, open, c.get('hidden')) : null;
    },
  });

export function invitationRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  return [
    listRoute(deps),
    inviteRoute(deps, once),
    changeRoute(deps, once, 'renew'),
    changeRoute(deps, once, 'withdraw'),
  ];
}
