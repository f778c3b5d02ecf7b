/** Sharing an assistant: the doctor who keeps the account asks a colleague, who agrees or declines. */
import * as z from 'zod/mini';
import { lineSchema } from '#events/case/fields.ts';
import { limits } from '#events/case/limits.ts';
import { parse } from '#events/parse.ts';
import {
  type AssistantCommand,
  acceptAssistantOffer,
  assistantsOfferedTo,
  declineAssistantOffer,
  endServingDoctor,
  keepingDoctorOf,
  offerAssistant,
  withdrawAssistantOffer,
} from '#events/person/assistants.ts';
import type { Directory } from '#events/person/directory.ts';
import type { DirectoryEvent } from '#events/person/events.ts';
import { maskName } from '#projections/present.ts';
import { pagingParamSchemas } from '#projections/view-routes.ts';
import { defineBody, emptyBody } from '../http/body.ts';
import { assistantRoute, assistantRule } from './assistant-route.ts';
import type { CommandCall } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import { pageOfList } from './personal-list-routes.ts';
import type { Route } from './route.ts';

/** The requests of colleagues that wait for this doctor's answer. */
function offersRoute({ people }: ApiDeps): Route {
  return signedGet({
    path: '/api/assistants/offers',
    rule: [...assistantRule],
    tag: 'own',
    summary: 'Assistants whom colleagues ask this doctor to share.',
    query: z.strictObject(pagingParamSchemas),
    answer: async ({ c, ctx, viewer, query }) => {
      const { page = 1, size = limits.pageSize } = query();
      const directory = await people.current();
      const items = assistantsOfferedTo(directory, viewer.id).map(p => ({
        id: p.id,
        name: c.get('hidden') ? maskName(p.name) : p.name,
        by: ctx.person(keepingDoctorOf(directory, p) ?? ''),
      }));
      return pageOfList(items, { page, size });
    },
  });
}

type Decide = (d: Directory, command: AssistantCommand) => DirectoryEvent[];

/** Changes which doctors an assistant serves, or the offers, and notes it in the security log. */
async function share(
  { people, audit }: ApiDeps,
  { key, viewer, target }: CommandCall<string>,
  decide: Decide,
) {
  const command = { doctorId: viewer.id, personId: target };
  const done = await people.change({ ...key, by: viewer.id, decide: d => decide(d, command) });
  if (done.appended && !done.repeated)
    audit.note('accountChanged', { by: viewer.id, person: target, why: 'serves' });
  return done;
}

const offerBody = defineBody(z.strictObject({ account: lineSchema }), { account: 'doctor2' });

/** The routes without fields. */
const answers = [
  ['accept', 'Agrees to share an assistant, who from now on serves this doctor too.', acceptAssistantOffer],
  ['decline', 'Declines to share an assistant.', declineAssistantOffer],
  [
    'end',
    'The assistant no longer serves this doctor, at once. For the only doctor: remove the account.',
    endServingDoctor,
  ],
] as const;

export function assistantSharingRoutes(deps: ApiDeps, once: RunIdempotently): Route[] {
  return [
    offersRoute(deps),
    assistantRoute(deps, once, {
      method: 'post',
      path: '/api/assistants/:id/offers',
      summary: 'Asks a doctor of the organisation, by login, phone or e-mail, to share an assistant.',
      body: offerBody,
      decide: call =>
        share(deps, call, (d, command) =>
          offerAssistant(d, command, () => parse(offerBody.schema, call.input).account),
        ),
    }),
    assistantRoute(deps, once, {
      method: 'delete',
      path: '/api/assistants/:id/offers/:doctorId',
      summary: 'Withdraws the request to a colleague.',
      decide: call =>
        share(deps, call, (d, command) => withdrawAssistantOffer(d, command, call.param('doctorId'))),
    }),
    ...answers.map(([verb, summary, decide]) =>
      assistantRoute(deps, once, {
        method: 'post',
        path: `/api/assistants/:id/${verb}`,
        summary,
        body: emptyBody,
        decide: call =>
          share(deps, call, (d, command) => {
            const events = decide(d, command);
            parse(emptyBody.schema, call.input);
            return events;
          }),
      }),
    ),
  ];
}
