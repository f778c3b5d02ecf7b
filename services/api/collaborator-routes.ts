/** Collaborators of a case: invited by e-mail, with a level and perhaps a last day. */
import * as z from 'zod/mini';
import { defaultZone } from '#events/case/calendar.ts';
import type { CaseState } from '#events/case/case.ts';
import { limits } from '#events/case/limits.ts';
import { roleOnDoctorSide, seesCase } from '#events/case/permissions.ts';
import { Refusal } from '#events/errors.ts';
import { parse } from '#events/parse.ts';
import type { CaseInvitation } from '#events/person/collaboration.ts';
import {
  caseInvitationsFor,
  collaboratorInputSchema,
  endCollaboration,
  inviteCollaborator,
  joinCase,
  unendedInvitations,
} from '#events/person/collaboration-rules.ts';
import type { Directory } from '#events/person/directory.ts';
import type { DirectoryEvent } from '#events/person/events.ts';
import { viewerNow } from '#events/person/person-viewer.ts';
import type { Viewer } from '#events/person/position.ts';
import { maskEmail } from '#projections/present.ts';
import { pagingParamSchemas } from '#projections/view-routes.ts';
import type { CommandResult } from '../command/handler.ts';
import { defineBody, emptyBody } from '../http/body.ts';
import { type CommandCall, commandRoute } from './command-route.ts';
import type { CaseInvitationItem, CollaboratorItem } from './cover-answers.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import { pageOfList } from './personal-list-routes.ts';
import type { Route } from './route.ts';
import { createCaseUnknownRefusal, parseCaseId } from './visible-case.ts';

const tag = 'case';

/** True for the case's owner, and for a colleague in the owner's place. */
const isDoctorOf = (viewer: Viewer, state: CaseState | undefined): boolean =>
  state !== undefined && !state.deleted && ['owner', 'cover'].includes(roleOnDoctorSide(viewer, state) ?? '');

/** A collaborator or an open invitation, as the people of the case see it. */
function present(
  { models }: ApiDeps,
  one: CaseInvitation,
  asked: { hidden: boolean; ends: boolean; erased: boolean },
): CollaboratorItem {
  const { collaborationId, personId, address, level, lastDay, invitedBy, at, note } = one;
  // After an erasure the directory in memory may still hold data that the log no longer has.
  const isShown = asked.ends && !asked.erased;
  return {
    id: collaborationId,
    // The doctors of the case wrote address and note; others see only who takes part.
    address: isShown ? (asked.hidden ? maskEmail(address) : address) : null,
    person: personId === null ? null : models.personRef(personId),
    by: models.personRef(invitedBy),
    note: isShown ? note : null,
    mayEnd: asked.ends,
    ...{ level, lastDay, at },
  };
}

const listRoute = (deps: ApiDeps): Route =>
  signedGet({
    path: '/api/cases/:id/collaborators',
    rule: 'session',
    tag,
    summary:
      'Collaborators of a case, with who invited them. Open invitations for the doctors of the case only.',
    answer: async ({ c, viewer, param }) => {
      const state = deps.models.state(parseCaseId(param('id')));
      if (!state || !seesCase(viewer, state)) throw createCaseUnknownRefusal();
      const d = await deps.people.current();
      const ends = isDoctorOf(viewer, state);
      const open = unendedInvitations(d, one => one.caseId === state.caseId, deps.clock.now());
      const items = open
        .filter(one => ends || one.personId !== null)
        .map(one => present(deps, one, { hidden: c.get('hidden'), ends, erased: state.erased }));
      return { items, mayInvite: ends };
    },
  });

const mineRoute = (deps: ApiDeps): Route =>
  signedGet({
    path: '/api/collaborations',
    rule: ['Doctor'],
    tag: 'own',
    summary:
      'Invitations to cases that wait for the doctor’s answer, and cases in which the doctor takes part.',
    query: z.strictObject(pagingParamSchemas),
    answer: async ({ viewer, query }) => {
      const { page = 1, size = limits.pageSize } = query();
      const d = await deps.people.current();
      const now = deps.clock.now();
      const joined = unendedInvitations(d, one => one.personId === viewer.id, now);
      const items = [...caseInvitationsFor(d, viewer.id, now), ...joined].map(
        (one): CaseInvitationItem => ({
          id: one.collaborationId,
          caseId: one.personId === null ? null : one.caseId,
          by: deps.models.personRef(one.invitedBy),
          ...{ level: one.level, lastDay: one.lastDay, at: one.at },
          note: deps.models.state(one.caseId)?.erased ? '' : one.note,
        }),
      );
      return pageOfList(items, { page, size });
    },
  });

type Decide = (d: Directory, viewer: Viewer) => DirectoryEvent[] | Promise<DirectoryEvent[]>;

/** Runs a decision for the viewer with the rights of now, and notes it in the security log. */
async function change(deps: ApiDeps, { key, viewer }: CommandCall<unknown>, decide: Decide) {
  const by = viewer.id;
  const decideNow = (d: Directory) => decide(d, viewerNow(d, viewer, deps.clock.now()));
  const done = await deps.people.change({ ...key, by, decide: decideNow });
  if (done.appended && !done.repeated)
    deps.audit.note('accountChanged', { by, person: by, why: 'collaboration' });
  return done;
}

const inviteExample = {
  ...{ email: 'periodontist@clinic.example', last: '2030-03-31', note: '请评估牙周状况' },
  ...({ level: 'comments', lang: 'zh-CN' } as const),
};

const inviteRoute = (deps: ApiDeps, once: RunIdempotently): Route => {
  const body = defineBody(collaboratorInputSchema, inviteExample);
  return commandRoute(deps, once, {
    method: 'post',
    path: '/api/cases/:id/collaborators',
    rule: 'session',
    tag,
    summary: 'Invites somebody to the case by e-mail. The answer is the same with and without an account.',
    body,
    to: ({ param }) => parseCaseId(param('id')),
    decide: call =>
      change(deps, call, async (d, viewer) => {
        const state = await deps.streams.load(call.target);
        if (state.revision < 0 || !seesCase(viewer, state)) throw createCaseUnknownRefusal();
        if (!isDoctorOf(viewer, state)) throw new Refusal('notPermitted');
        const zone = d.organisations.get(state.orgId)?.zone ?? defaultZone;
        const command = { collaborationId: call.key.commandId, now: deps.clock.now() };
        const form = parse(body.schema, call.input);
        return inviteCollaborator(d, command, { caseId: state.caseId, ownerId: state.ownerId, zone }, form);
      }),
    answer: () => null,
  });
};

const answerRoute = (
  deps: ApiDeps,
  once: RunIdempotently,
  {
    verb,
    summary,
    decide,
  }: {
    verb: 'accept' | 'end';
    summary: string;
    decide: (d: Directory, viewer: Viewer, id: string) => DirectoryEvent[];
  },
): Route =>
  commandRoute(deps, once, {
    method: 'post',
    path: `/api/collaborations/:id/${verb}`,
    rule: ['Doctor'],
    tag: 'own',
    summary,
    body: emptyBody,
    to: ({ param }) => param('id'),
    decide: call =>
      change(deps, call, (d, viewer) => {
        const events = decide(d, viewer, call.target);
        parse(emptyBody.schema, call.input);
        return events;
      }),
    answer: (_done: CommandResult<Directory>) => null,
  });

export function collaboratorRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  const now = () => deps.clock.now();
  return [
    listRoute(deps),
    inviteRoute(deps, once),
    mineRoute(deps),
    answerRoute(deps, once, {
      verb: 'accept',
      summary: 'Accepts an invitation to a case. Its address must be one that the doctor has confirmed.',
      decide: (d, { id: personId }, collaborationId) =>
        joinCase(d, { collaborationId, personId, now: now() }),
    }),
    answerRoute(deps, once, {
      verb: 'end',
      summary:
        'Ends a collaboration, declines or withdraws an invitation: the doctors of the case, or the invited.',
      decide: (d, viewer, collaborationId) =>
        endCollaboration(d, { collaborationId, personId: viewer.id, now: now() }, caseId =>
          isDoctorOf(viewer, deps.models.state(caseId)),
        ),
    }),
  ];
}
