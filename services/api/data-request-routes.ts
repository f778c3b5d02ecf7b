/** Erasing a patient, and a patient's own copy: asked by one person, confirmed by a second one. */

import { dataRequestStatusOf } from '#events/dataRequest/data-request.ts';
import { confirmDataRequestInputSchema, newDataRequestInputSchema } from '#events/dataRequest/decide.ts';
import { mayRequestPatientData } from '#events/dataRequest/rights.ts';
import { dataRequestId, parseDataRequestId } from '#events/dataRequest/stream.ts';
import { Refusal } from '#events/errors.ts';
import { parse } from '#events/parse.ts';
import type { Viewer } from '#events/person/position.ts';
import type { PresentCtx } from '#projections/present.ts';
import { readErasureStep } from '../erasing/erasure-request.ts';
import { summariseCases } from '../erasing/patient-cases.ts';
import type { PatientCopies } from '../erasing/patient-copies.ts';
import { createModelExportRecorder } from '../files/export-record.ts';
import { defineBody, emptyBody } from '../http/body.ts';
import { streamResponseBody } from '../http/stream-body.ts';
import { type CommandCall, commandRoute } from './command-route.ts';
import type { DataRequestDetail, PatientData } from './data-request-answers.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import { type Route, signedRoute } from './route.ts';
import { createCaseUnknownRefusal, parseCaseId } from './visible-case.ts';

const tag = 'dataRequests';
type How = { once: RunIdempotently; copies: PatientCopies | undefined };

/** Returns the first case of the patient to whom a case belongs; for an unknown case, that case. */
async function patientOf({ streams }: ApiDeps, caseId: string): Promise<string> {
  const state = await streams.load(caseId);
  return state.revision < 0 ? caseId : streams.subjectOf(state);
}

/** @throws Refusal notFound */
function requestOf(id: string): { patient: string; request: number } {
  const parts = parseDataRequestId(id);
  if (!parts) throw new Refusal('notFound');
  return parts;
}

/** The kinds and numbers of data held about a patient, without personal data. */
async function heldOf(deps: ApiDeps, patient: string) {
  const { cases, underway, keepYears, until, keeping } = await deps.dataRequests.patient(patient);
  const summaries = await summariseCases(deps.sealedLog, patient);
  return {
    held: summaries.filter(({ caseId }) => cases.includes(caseId)),
    underway: [...underway],
    keep: { years: keepYears, until, running: keeping },
  };
}

async function detailOf(
  deps: ApiDeps,
  { copies }: Pick<How, 'copies'>,
  { ctx, id }: { ctx: PresentCtx; id: string },
): Promise<DataRequestDetail> {
  const { patient, request } = requestOf(id);
  const item = deps.models.dataRequest(ctx, id);
  if (!item) throw new Refusal('notFound');
  const { reasons } = await deps.dataRequests.load(patient);
  const working = dataRequestStatusOf(item, deps.clock.now()) === 'working';
  return {
    ...item,
    ...(await heldOf(deps, patient)),
    reason: reasons[request] ?? '',
    step:
      working && item.kind === 'erasure' ? ((await readErasureStep(deps.vault, patient)) ?? 'waiting') : null,
    progress:
      working && item.kind === 'copy' ? ((await copies?.job(patient, request))?.progress ?? null) : null,
  };
}

function readRoutes(deps: ApiDeps, { copies }: How): Route[] {
  return [
    signedGet({
      path: '/api/cases/:id/dataRequests',
      rule: 'session',
      tag,
      summary:
        'What is held about the patient of a case, and how long it must be kept, for those who may ask for its erasure or a copy.',
      answer: async ({ ctx, viewer, param }): Promise<PatientData> => {
        const view = deps.models.caseView(ctx, parseCaseId(param('id')));
        if (!view) throw createCaseUnknownRefusal();
        const patient = await patientOf(deps, view.caseId);
        const { facts, isShared } = await deps.dataRequests.patient(patient);
        if (!mayRequestPatientData(viewer, facts, isShared)) throw new Refusal('notPermitted');
        const { requests } = await deps.dataRequests.load(patient);
        const items = requests.flatMap(
          ({ request }) => deps.models.dataRequest(ctx, dataRequestId(patient, request)) ?? [],
        );
        return { patient, ...(await heldOf(deps, patient)), requests: items.toReversed() };
      },
    }),
    signedGet({
      path: '/api/dataRequests/:id',
      rule: 'session',
      tag,
      summary:
        'One request: its reason, what is held about the patient, and the progress of carrying it out.',
      answer: ({ ctx, param }) => detailOf(deps, { copies }, { ctx, id: param('id') }),
    }),
  ];
}

/** Records each original model of the cases that leaves in a copy. */
async function recordModels(
  deps: ApiDeps,
  call: { ctx: PresentCtx; viewer: Viewer },
  cases: readonly string[],
) {
  const exported = createModelExportRecorder(deps);
  for (const caseId of cases)
    for (const { id, kind, slot, sha256 } of deps.models.caseView(call.ctx, caseId)?.files ?? [])
      await exported(call.viewer, { id, kind, slot, caseId, finished: { sha256 } });
}

const headersOf = (id: string) => ({
  'Content-Type': 'application/zip',
  'Content-Disposition': `attachment; filename="${id}.zip"`,
  'Cache-Control': 'private, no-store',
});

/** The zip of a patient's copy. Only the person who asked for it may download it. */
function copyRoute(deps: ApiDeps, { copies }: How): Route {
  const { dataRequests, models, clock, log, auditTrail } = deps;
  return signedRoute({
    method: 'get',
    path: '/api/dataRequests/:id/copy.zip',
    rule: 'session',
    cookie: true,
    media: 'application/zip',
    tag,
    summary: 'The patient’s copy, while it is kept. Only the person who asked for it gets it.',
    handle: async ({ c, ctx, viewer, param }) => {
      const { patient, request } = requestOf(param('id'));
      const item = models.dataRequest(ctx, param('id'));
      const { requests } = await dataRequests.load(patient);
      const found = requests.find(one => one.request === request);
      if (!item || found?.by !== viewer.id || dataRequestStatusOf(found, clock.now()) !== 'ready')
        throw new Refusal('notFound');
      if (c.req.method === 'HEAD') return c.body(null, 200, headersOf(param('id')));
      // Recorded before the file is opened: if the log refuses, nothing leaves and no file stays open.
      await auditTrail.downloaded(viewer, patient, 'copy');
      await recordModels(deps, { ctx, viewer }, found.cases);
      const bytes = await copies?.read(patient, request);
      if (!bytes) throw new Refusal('notFound');
      bytes.on('error', err => log.error({ requestId: c.get('requestId'), err }, 'a copy was truncated'));
      return c.body(streamResponseBody(c, bytes, deps), 200, headersOf(param('id')));
    },
  });
}

function askRoute(deps: ApiDeps, { once }: How): Route {
  return commandRoute(deps, once, {
    method: 'post',
    path: '/api/cases/:id/dataRequests',
    rule: 'session',
    tag,
    summary:
      'Asks for the erasure of the case’s patient, or for a copy of all that is held. A second person confirms within seven days.',
    body: defineBody(newDataRequestInputSchema, {
      kind: 'copy',
      reason: 'The patient asked for it in writing.',
    }),
    to: async ({ param }) => {
      const caseId = parseCaseId(param('id'));
      return { caseId, patient: await patientOf(deps, caseId) };
    },
    decide: ({ c, key, viewer, target, input }) =>
      deps.dataRequests.ask(viewer, { ...key, ...target, input, lang: c.get('lang') }),
    answer: ({ state }, { target }) => ({ id: dataRequestId(target.patient, state.requests.length) }),
  });
}

type Verb = 'confirm' | 'withdraw' | 'stop';
type Command = CommandCall<{ patient: string; request: number }>;

const verbs = {
  confirm: {
    summary: 'Confirms a request as the second person. Erasing begins at once and cannot be undone.',
    body: defineBody(confirmDataRequestInputSchema, {}),
    run: ({ dataRequests }: ApiDeps, { key, viewer, target, input }: Command) =>
      dataRequests.confirm(viewer, { ...key, ...target, input }),
  },
  withdraw: {
    summary: 'Withdraws the own request, or declines another person’s.',
    body: emptyBody,
    run: ({ dataRequests }: ApiDeps, { key, viewer, target, input }: Command) => {
      parse(emptyBody.schema, input);
      return dataRequests.withdraw(viewer, { ...key, ...target });
    },
  },
  stop: {
    summary: 'Stops making a copy, or deletes it.',
    body: emptyBody,
    run: ({ dataRequests }: ApiDeps, { key, viewer, target, input }: Command) => {
      parse(emptyBody.schema, input);
      return dataRequests.stop(viewer, { ...key, ...target });
    },
  },
} satisfies Record<Verb, object>;

export function dataRequestRoutes(deps: ApiDeps, how: How): Route[] {
  const answers = (Object.keys(verbs) as Verb[]).map(verb =>
    commandRoute(deps, how.once, {
      method: 'post',
      path: `/api/dataRequests/:id/${verb}`,
      rule: 'session',
      tag,
      summary: verbs[verb].summary,
      body: verbs[verb].body,
      to: ({ param }) => requestOf(param('id')),
      decide: call => verbs[verb].run(deps, call),
      answer: (_result, { target }) => ({ id: dataRequestId(target.patient, target.request) }),
    }),
  );
  return [...readRoutes(deps, how), copyRoute(deps, how), askRoute(deps, how), ...answers];
}
