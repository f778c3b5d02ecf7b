/** Covers and handing over: a doctor's own, and an Admin's for a doctor who leaves or has left. */
import * as z from 'zod/mini';
import { limits } from '#events/case/limits.ts';
import { Refusal } from '#events/errors.ts';
import { parse } from '#events/parse.ts';
import {
  arrangeCover,
  type CoverWithDoctor,
  coverInputSchema,
  endCover,
  unendedCovers,
} from '#events/person/cover-rules.ts';
import type { Directory } from '#events/person/directory.ts';
import { handOverInputSchema } from '#events/person/handover.ts';
import type { PresentCtx } from '#projections/present.ts';
import { pagingParamSchemas } from '#projections/view-routes.ts';
import type { CommandResult } from '../command/handler.ts';
import { defineBody, emptyBody } from '../http/body.ts';
import { createOwnerCheck, handOverCasesTo } from '../people/hand-over.ts';
import { requireAdministeredOwner } from './administration.ts';
import { type CommandCall, commandRoute } from './command-route.ts';
import type { CoverItem } from './cover-answers.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import { pageOfList } from './personal-list-routes.ts';
import type { Route } from './route.ts';

const rule = ['Doctor'] as const;
const tag = 'own';

/** A cover as one of its two doctors sees it. Cases that the viewer cannot open have no patient's name. */
function presentCover({ models, clock }: ApiDeps, cover: CoverWithDoctor, ctx: PresentCtx): CoverItem {
  const { coverId, ownerId, personId, caseIds, days, note, at, from } = cover;
  return {
    id: coverId,
    given: ownerId === ctx.viewer.id,
    owner: models.personRef(ownerId),
    colleague: models.personRef(personId),
    cases:
      caseIds?.map(caseId => ({ caseId, patientName: models.caseItem(ctx, caseId)?.patientName ?? null })) ??
      null,
    ...days,
    active: Date.parse(from) <= clock.now(),
    note,
    at,
  };
}

const ownCovers = (deps: ApiDeps, d: Directory, doctorId: string) =>
  unendedCovers(d, deps.clock.now()).filter(one => [one.ownerId, one.personId].includes(doctorId));

const listRoute = (deps: ApiDeps): Route =>
  signedGet({
    path: '/api/covers',
    rule: [...rule],
    tag,
    summary: 'Covers that the doctor gives or takes, and that are not over.',
    query: z.strictObject(pagingParamSchemas),
    answer: async ({ ctx, viewer, query }) => {
      const { page = 1, size = limits.pageSize } = query();
      const all = ownCovers(deps, await deps.people.current(), viewer.id);
      return pageOfList(
        all.map(cover => presentCover(deps, cover, ctx)),
        { page, size },
      );
    },
  });

type Done = CommandResult<Directory> & { coverId: string };

/** Notes a change of the covering doctor's rights in the security log. */
function noteCover({ audit }: ApiDeps, done: Done, by: string, person: string | undefined): void {
  if (done.appended && !done.repeated && person) audit.note('accountChanged', { by, person, why: 'covers' });
}

const coverIn = ({ state, coverId }: Pick<Done, 'state' | 'coverId'>): CoverWithDoctor | undefined =>
  unendedCovers(state, Number.NEGATIVE_INFINITY).find(one => one.coverId === coverId);

const arrangeExample = { account: 'doctor2', first: '2030-01-07', last: '2030-01-18', note: '年假' };

function arrangeRoute(deps: ApiDeps, once: RunIdempotently): Route {
  const body = defineBody(coverInputSchema, arrangeExample);
  return commandRoute(deps, once, {
    method: 'post',
    path: '/api/covers',
    rule: [...rule],
    tag,
    summary: 'A colleague, named by login, phone or e-mail, covers the doctor for a span of days.',
    body,
    to: () => null,
    decide: async ({ key, viewer, input }) => {
      const coverId = key.commandId;
      const decide = (d: Directory) => {
        const command = { coverId, doctorId: viewer.id, now: deps.clock.now() };
        return arrangeCover(d, command, parse(body.schema, input), createOwnerCheck(deps.models, viewer.id));
      };
      const done = { ...(await deps.people.change({ ...key, by: viewer.id, decide })), coverId };
      noteCover(deps, done, viewer.id, coverIn(done)?.personId);
      return done;
    },
    answer: (done, { ctx }) => {
      const cover = coverIn(done);
      return cover ? presentCover(deps, cover, ctx) : null;
    },
  });
}

const endRoute = (deps: ApiDeps, once: RunIdempotently): Route =>
  commandRoute(deps, once, {
    method: 'post',
    path: '/api/covers/:id/end',
    rule: [...rule],
    tag,
    summary: 'Ends a cover at once, or cancels one that has not begun. Both doctors may.',
    body: emptyBody,
    to: ({ param }) => param('id'),
    decide: async ({ key, viewer, target: coverId, input }) => {
      let person: string | undefined;
      const decide = (d: Directory) => {
        const events = endCover(d, { coverId, doctorId: viewer.id, now: deps.clock.now() });
        parse(emptyBody.schema, input);
        person = coverIn({ state: d, coverId })?.personId;
        return events;
      };
      const done = { ...(await deps.people.change({ ...key, by: viewer.id, decide })), coverId };
      noteCover(deps, done, viewer.id, person);
      return done;
    },
    answer: () => null,
  });

const handOverBody = defineBody(handOverInputSchema, { account: 'doctor', note: '转至儿童正畸门诊' });

const handOver = (
  deps: ApiDeps,
  { key, viewer, input }: Pick<CommandCall<unknown>, 'key' | 'viewer' | 'input'>,
  doctorOf: Parameters<typeof handOverCasesTo>[2],
) => handOverCasesTo(deps, { ...key, by: viewer.id }, doctorOf, () => parse(handOverBody.schema, input));

export function coverRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  return [
    listRoute(deps),
    arrangeRoute(deps, once),
    endRoute(deps, once),
    commandRoute(deps, once, {
      method: 'post',
      path: '/api/handOvers',
      rule: [...rule],
      tag,
      summary: 'Gives some or all of the own cases to a colleague for good.',
      body: handOverBody,
      to: () => null,
      decide: call =>
        handOver(deps, call, d => {
          const doctor = d.people.get(call.viewer.id);
          if (doctor?.position !== 'Doctor') throw new Refusal('notPermitted');
          return doctor;
        }),
      answer: () => null,
    }),
    commandRoute(deps, once, {
      method: 'post',
      path: '/api/users/:id/handOver',
      rule: ['Admin'],
      tag: 'people',
      summary: 'Gives cases of a doctor, who may be frozen or removed, to a colleague for good.',
      body: handOverBody,
      to: ({ param }) => param('id'),
      decide: call => handOver(deps, call, d => requireAdministeredOwner(d, call.viewer, call.target)),
      answer: () => null,
    }),
  ];
}
