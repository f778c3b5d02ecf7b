/** Commands on a patient's data requests: asked by one person, confirmed by a second one. */
import type { CaseState } from '#events/case/case.ts';
import { permissionFactsOf, seesCase } from '#events/case/permissions.ts';
import { type DataRequests, evolveDataRequests, noDataRequests } from '#events/dataRequest/data-request.ts';
import {
  confirmDataRequest,
  endRequestsOfErasedPatient,
  type PatientFacts,
  recordCopyMade,
  requestPatientData,
  stopPatientDataCopy,
  withdrawDataRequest,
} from '#events/dataRequest/decide.ts';
import { dataRequestStreamOf } from '#events/dataRequest/stream.ts';
import { isProductionUnderway } from '#events/dataRequest/underway.ts';
import { isRefusal, Refusal } from '#events/errors.ts';
import type { Directory } from '#events/person/directory.ts';
import { viewerNow } from '#events/person/person-viewer.ts';
import type { Viewer } from '#events/person/position.ts';
import type { Clock, Ids } from '../clock/clock.ts';
import type { CaseStreams } from '../command/case-streams.ts';
import { type CommandKey, type CommandResult, createCommandHandler } from '../command/handler.ts';
import type { EventReader, EventStore } from '../eventstore/port.ts';
import { retentionEndOf } from './keeping.ts';
import { readRefinementsOfCase } from './patient-cases.ts';

type Result = CommandResult<DataRequests>;
type One = CommandKey & { patient: string; request: number };

/** A patient's cases, with the facts that decisions need. */
type Patient = PatientFacts & {
  states: readonly CaseState[];
  keepYears: number | null;
  until: string | null;
};

export type DataRequestCommands = {
  /** @throws Refusal caseUnknown */
  patient(patient: string): Promise<Patient>;
  load(patient: string): Promise<DataRequests>;
  ask(
    viewer: Viewer,
    /** `caseId`: the case that the viewer named, one of the patient's. */
    command: CommandKey & { patient: string; caseId: string; input: unknown; lang: 'en' | 'zh-CN' },
  ): Promise<Result>;
  confirm(viewer: Viewer, command: One & { input: unknown }): Promise<Result>;
  withdraw(viewer: Viewer, command: One): Promise<Result>;
  stop(viewer: Viewer, command: One): Promise<Result>;
  /** Ends all requests of an erased patient. Idempotent. */
  endErased(patient: string): Promise<void>;
  /** Records that a copy can be downloaded. Returns false if the request was stopped meanwhile. */
  made(patient: string, copy: { request: number; bytes: number; files: number }): Promise<boolean>;
};

export type DataRequestDeps = {
  store: EventStore;
  sealedLog: Pick<EventReader, 'read'>;
  clock: Clock;
  ids: Ids;
  streams: Pick<CaseStreams, 'load'>;
  directory: () => Directory;
};

/** Returns all cases of a patient, the first case first. Leaves out refinements whose case was never created. */
async function statesOf({ streams, sealedLog }: DataRequestDeps, patient: string): Promise<CaseState[]> {
  const states: CaseState[] = [];
  const ids = [patient];
  for (const id of ids) {
    const state = await streams.load(id);
    if (state.revision >= 0) states.push(state);
    ids.push(...(await readRefinementsOfCase(sealedLog, id)));
  }
  return states;
}

async function patientNow(deps: DataRequestDeps, patient: string): Promise<Patient> {
  const states = await statesOf(deps, patient);
  const [first] = states;
  // A request has the id of the patient's first case, so other cases of the patient have no requests.
  if (first?.caseId !== patient || first.parentId !== null) throw new Refusal('caseUnknown');
  const keepYears = deps.directory().organisations.get(first.orgId)?.keepYears ?? null;
  const until = retentionEndOf(states, keepYears);
  return {
    facts: permissionFactsOf(first),
    isShared: states.some(({ ownerId, deleted }) => !deleted && ownerId !== first.ownerId),
    name: states.findLast(({ sections }) => sections.patient.name)?.sections.patient.name ?? '',
    cases: states.map(({ caseId }) => caseId),
    underway: states.filter(isProductionUnderway).map(({ caseId }) => caseId),
    keeping: until === null || Date.parse(until) > deps.clock.now(),
    states,
    keepYears,
    until,
  };
}

export function createDataRequests(deps: DataRequestDeps): DataRequestCommands {
  const { clock, ids } = deps;
  const handler = createCommandHandler(deps, {
    kind: 'dataRequest',
    streamOf: dataRequestStreamOf,
    empty: noDataRequests,
    evolve: evolveDataRequests,
  });
  /** Returns a patient. A case that does not exist answers like a request that the viewer does not see. */
  const known = async (patient: string): Promise<Patient> => {
    try {
      return await patientNow(deps, patient);
    } catch (error) {
      if (isRefusal(error) && error.refusal === 'caseUnknown') throw new Refusal('notFound');
      throw error;
    }
  };
  const rightsOf = (viewer: Viewer): Viewer => viewerNow(deps.directory(), viewer, clock.now());
  const system = () => ({ commandId: ids.uuid(), by: 'system' });
  return {
    patient: patient => patientNow(deps, patient),
    load: handler.load,
    ask: (by, { patient, caseId, input, lang, ...key }) =>
      handler.handle(patient, { ...key, by: by.id }, async state => {
        const viewer = rightsOf(by);
        const now = await patientNow(deps, patient);
        // The viewer may see the patient's first case but not the named case, which then answers like a missing one.
        const named = now.states.find(one => one.caseId === caseId);
        if (!named || !seesCase(viewer, permissionFactsOf(named))) throw new Refusal('caseUnknown');
        return requestPatientData(state, now, {
          ...{ viewer, now: clock.now(), directory: deps.directory(), input, lang },
        });
      }),
    confirm: (viewer, { patient, request, input, ...key }) =>
      handler.handle(patient, { ...key, by: viewer.id }, async state =>
        confirmDataRequest(state, request, await known(patient), {
          viewer: rightsOf(viewer),
          now: clock.now(),
          input,
        }),
      ),
    withdraw: (viewer, { patient, request, ...key }) =>
      handler.handle(patient, { ...key, by: viewer.id }, async state =>
        withdrawDataRequest(state, request, await known(patient), {
          viewer: rightsOf(viewer),
          now: clock.now(),
        }),
      ),
    stop: (viewer, { patient, request, ...key }) =>
      handler.handle(patient, { ...key, by: viewer.id }, async state =>
        stopPatientDataCopy(state, request, await known(patient), {
          viewer: rightsOf(viewer),
          now: clock.now(),
        }),
      ),
    endErased: async patient => {
      await handler.handle(patient, system(), state => endRequestsOfErasedPatient(state, clock.now()));
    },
    made: async (patient, { request, ...made }) => {
      const done = await handler.handle(patient, system(), state =>
        recordCopyMade(state, request, { now: clock.now(), ...made }),
      );
      return done.appended;
    },
  };
}
