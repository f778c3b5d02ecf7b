/** Invitations to an account: an Admin invites by mail or text message, sends again and withdraws. */
import * as z from 'zod/mini';
import { emailSchema, idSchema, lineSchema, personNameSchema, phoneSchema } from '#events/case/fields.ts';
import { limits } from '#events/case/limits.ts';
import { badField } from '#events/errors.ts';
import { parse } from '#events/parse.ts';
import type { Directory } from '#events/person/directory.ts';
import { type Invitation, isInvitedByPhone } from '#events/person/invitation.ts';
import { maskEmail, maskName, maskPhone } from '#projections/present.ts';
import { pagingParamSchemas } from '#projections/view-routes.ts';
import { defineBody, emptyBody } from '../http/body.ts';
import { linkLifetimesMs } from '../people/single-use-links.ts';
import {
  isOwnOrServed,
  parseJobPosition,
  requireAdministeredInvitation,
  requireAdministeredOrgId,
} from './administration.ts';
import { commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { InvitationItem } from './invitation-answers.ts';
import type { Route } from './route.ts';

const tag = 'people';
const rule = ['Admin'] as const;

/** State of an invitation's message, and the end of its link. */
export async function readInvitationSending(
  { invitations, clock }: Pick<ApiDeps, 'invitations' | 'clock'>,
  { personId }: Invitation,
): Promise<Pick<InvitationItem, 'sending' | 'until'>> {
  const sending = await invitations.sendings.of(personId);
  if (sending?.state !== 'sent') return { sending: sending?.state ?? 'waiting', until: null };
  const until = sending.at + linkLifetimesMs.invitation;
  return { sending: until <= clock.now() ? 'expired' : 'sent', until: new Date(until).toISOString() };
}

async function present(deps: ApiDeps, open: Invitation, hidden: boolean): Promise<InvitationItem> {
  const { personId, orgId, position, serves, lang, at, importId } = open;
  const { name, email: mail, phone: number } = open;
  return {
    id: personId,
    name: hidden ? maskName(name) : name,
    email: mail && hidden ? maskEmail(mail) : mail,
    phone: number && hidden ? maskPhone(number) : number,
    ...{ orgId, position, serves, lang, at, importId },
    by: deps.models.personRef(open.by),
    channel: isInvitedByPhone(open) ? 'sms' : 'mail',
    ...(await readInvitationSending(deps, open)),
  };
}

const listRoute = (deps: ApiDeps): Route =>
  signedGet({
    path: '/api/invitations',
    rule,
    tag,
    summary: 'Open invitations, newest first.',
    query: z.strictObject({ import: z.optional(idSchema), ...pagingParamSchemas }),
    answer: async ({ viewer, ctx, query }) => {
      const { page = 1, size = limits.pageSize, import: importId } = query();
      const directory = await deps.people.current();
      const all = [...directory.invitations.values()]
        .filter(({ orgId }) => isOwnOrServed(directory, viewer, orgId))
        .filter(open => importId === undefined || open.importId === importId)
        .sort((a, b) => b.at.localeCompare(a.at));
      const some = all.slice((page - 1) * size, page * size);
      const items = await Promise.all(some.map(open => present(deps, open, ctx.hidden)));
      return { items, total: all.length, page, size };
    },
  });

const invitationSchema = z.strictObject({
  name: personNameSchema,
  email: z.optional(emailSchema),
  /** Phone number that gets the link if there is no e-mail. */
  phone: z.optional(phoneSchema),
  position: lineSchema,
  orgId: z.optional(idSchema),
  /** Ids of the doctors that an Assistant serves. */
  serves: z.optional(z.array(idSchema).check(z.maxLength(50))),
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
    summary:
      'Invites somebody by e-mail, or else by text message. The person chooses user name and password.',
    body: defineBody(invitationSchema, example),
    to: () => null,
    decide: async ({ key, viewer, input }) => {
      const asked = parse(invitationSchema, input);
      const { serves = [], email: mail = null, phone: number = null, orgId = viewer.orgId } = asked;
      const position = parseJobPosition(asked.position);
      if (mail === null && number !== null && !deps.sms) throw badField('phone', 'sms-off');
      // Derives the person's id from the command, so that a repetition creates the same invitation.
      const personId = key.commandId;
      const wanted = { ...asked, email: mail, phone: number, position, orgId, serves, personId };
      const check = (directory: Directory) => void requireAdministeredOrgId(directory, viewer, orgId);
      return { ...(await deps.invitations.invite({ ...key, by: viewer.id, check }, [wanted])), personId };
    },
    answer: ({ state, personId }, { c, viewer }) =>
      present(deps, requireAdministeredInvitation(state, viewer, personId), c.get('hidden')),
  });

const changeRoute = (deps: ApiDeps, once: RunIdempotently, verb: 'renew' | 'withdraw'): Route =>
  commandRoute(deps, once, {
    ...(verb === 'renew'
      ? { method: 'post', path: '/api/invitations/:id/renew', body: emptyBody }
      : { method: 'delete', path: '/api/invitations/:id' }),
    rule,
    tag,
    summary: verb === 'renew' ? 'Sends an invitation again, with a new link.' : 'Withdraws an invitation.',
    to: ({ param }) => param('id'),
    decide: async ({ key, viewer, target, input }) => {
      if (verb === 'renew') parse(emptyBody.schema, input);
      const check = (directory: Directory) => void requireAdministeredInvitation(directory, viewer, target);
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
