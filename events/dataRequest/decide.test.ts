/** Tests requests to erase a patient or to copy the patient's data, which need two people within seven days. */
import { describe, expect, it } from 'vitest';
import { permissionFactsOf } from '../case/permissions.ts';
import { Status } from '../case/status.ts';
import { isRefusal } from '../errors.ts';
import { emptyDirectory, evolveDirectory } from '../person/directory.ts';
import type { Viewer } from '../person/position.ts';
import { caseId, pastAt, stateOf, treatedPast } from '../testing/past.ts';
import * as people from '../testing/people.ts';
import {
  type DataRequests,
  dataRequestStatusOf,
  evolveDataRequests,
  noDataRequests,
} from './data-request.ts';
import {
  confirmDataRequest,
  endRequestsOfErasedPatient,
  type PatientFacts,
  recordCopyMade,
  requestPatientData,
  stopPatientDataCopy,
  withdrawDataRequest,
} from './decide.ts';
import type { DataRequestEvent } from './events.ts';
import { isProductionUnderway } from './underway.ts';

const { doctor, doctor2, assistant, admin, supervisor, everybody } = people;
const day = 86_400_000;
const begin = Date.parse('2026-03-02T09:00:00.000Z');
const name = '王小明';

const state = stateOf(pastAt[Status.PlanUnderDesign]);
const patient: PatientFacts = {
  facts: { ...permissionFactsOf(state), ownerId: doctor.id, orgId: 'clinic', servedBy: 'main' },
  isShared: false,
  name,
  cases: [caseId, 'CASE23'],
  underway: [],
  keeping: true,
};
const directory = [doctor, doctor2, assistant, admin].reduce(
  (d, { id, position, orgId, serves }, revision) =>
    evolveDirectory(d, {
      type: 'PersonAdded',
      data: { personId: id, orgId, position, serves: [...serves], trialUntil: null },
      personal: { userName: id.slice(2), name: '李明', phone: null, email: null },
      revision,
    }),
  emptyDirectory,
);

const erasure = { kind: 'erasure', reason: 'asked in writing', typed: name, keptElsewhere: true };
const copy = { kind: 'copy', reason: 'asked in writing' };

type Step = readonly [by: Viewer | 'system', events: DataRequestEvent[], at?: number];
const after = (...steps: readonly Step[]): DataRequests =>
  steps.reduce(
    (s, [by, events, at = begin]) =>
      events.reduce(
        (before, e) =>
          evolveDataRequests(before, {
            ...e,
            by: by === 'system' ? by : by.id,
            at: new Date(at).toISOString(),
          }),
        s,
      ),
    noDataRequests,
  );

const ask = (viewer: Viewer, input: object, s = noDataRequests, of = patient, now = begin) =>
  requestPatientData(s, of, { viewer, now, input, directory, lang: 'en' });
const confirm = (
  viewer: Viewer,
  s: DataRequests,
  input: object = { typed: caseId },
  now = begin,
  of = patient,
) => confirmDataRequest(s, 1, of, { viewer, now, input });
const asked = (input: object = erasure, by = doctor) => after([by, ask(by, input)]);
const add = (s: DataRequests, [by, events, at]: Step) =>
  events.reduce(
    (before, e) =>
      evolveDataRequests(before, {
        ...e,
        by: by === 'system' ? by : by.id,
        at: new Date(at ?? begin).toISOString(),
      }),
    s,
  );

/** The refusal's name with its first issue, or the types of the events. */
function outcome(run: () => DataRequestEvent[]): string | string[] {
  try {
    return run().map(e => e.type);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const [issue] = error.data?.issues ?? [];
    return issue ? `${issue.path}: ${issue.issue}` : error.refusal;
  }
}

describe('asking', () => {
  it('is for the owner and for Admins of the serving organisation', () => {
    for (const viewer of everybody) {
      const expected = viewer === doctor || viewer === admin ? ['DataRequested'] : outcomeOfOthers(viewer);
      expect([viewer.id, outcome(() => ask(viewer, erasure))]).toEqual([viewer.id, expected]);
    }
  });
  it('is for Admins alone while the patient’s cases have several owners', () => {
    const shared = { ...patient, isShared: true };
    for (const input of [copy, erasure]) {
      expect(outcome(() => ask(doctor, input, noDataRequests, shared))).toBe('notPermitted');
      expect(outcome(() => ask(admin, input, noDataRequests, shared))).toEqual(['DataRequested']);
    }
  });

  it('needs a reason, the typed patient, and a statement while the record must be kept', () => {
    expect(outcome(() => ask(doctor, { ...erasure, reason: ' ' }))).toBe('reason: blank');
    expect(outcome(() => ask(doctor, { ...erasure, typed: '王' }))).toBe('typed: not-the-patient');
    expect(outcome(() => ask(doctor, { ...erasure, typed: undefined }))).toBe('typed: not-the-patient');
    expect(outcome(() => ask(doctor, { ...erasure, typed: ' case23 ' }))).toEqual(['DataRequested']);
    expect(outcome(() => ask(doctor, { ...erasure, keptElsewhere: false }))).toBe('keptElsewhere: required');
    const over = { ...patient, keeping: false };
    expect(outcome(() => ask(doctor, { ...erasure, keptElsewhere: false }, noDataRequests, over))).toEqual([
      'DataRequested',
    ]);
    const nameless = { ...patient, name: '' };
    expect(outcome(() => ask(doctor, { ...erasure, typed: '' }, noDataRequests, nameless))).toMatch(/^typed/);
  });
  it('of an erasure is refused during production and shipment, a copy is not', () => {
    const busy = { ...patient, underway: [caseId] };
    expect(outcome(() => ask(doctor, erasure, noDataRequests, busy))).toBe('patientUnderway');
    expect(outcome(() => ask(doctor, copy, noDataRequests, busy))).toEqual(['DataRequested']);
    const underway = [Status.PlanUnderDesign, Status.InProduction, Status.Shipping, Status.Completed];
    expect(underway.map(status => isProductionUnderway(stateOf(pastAt[status])))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(isProductionUnderway(stateOf(treatedPast))).toBe(true);
  });
  it('twice is refused while the first request is open, and possible after seven days', () => {
    const s = asked();
    expect(outcome(() => ask(admin, erasure, s))).toBe('dataRequestOpen');
    expect(outcome(() => ask(admin, copy, s))).toEqual(['DataRequested']);
    expect(outcome(() => ask(admin, erasure, s, patient, begin + 7 * day))).toEqual(['DataRequested']);
  });
  it('is refused for an erased patient', () => {
    const erased = { ...patient, facts: { ...patient.facts, erased: true } };
    expect(outcome(() => ask(doctor, copy, noDataRequests, erased))).toBe('actionClosed');
  });
});

/** Others see the case and may not ask, or do not see it. */
const seeing = new Set(['p-assistant', 'p-technician', 'p-expert', 'p-supervisor', 'p-service', 'p-analyst']);
const outcomeOfOthers = ({ id }: Viewer) =>
  seeing.has(id) || id === 'p-supervisor2' ? 'notPermitted' : 'caseUnknown';

describe('confirming', () => {
  it('is for an Admin, or for the owner if an Admin asked', () => {
    expect(outcome(() => confirm(admin, asked()))).toEqual(['DataRequestConfirmed']);
    expect(outcome(() => confirm(doctor, asked(erasure, admin)))).toEqual(['DataRequestConfirmed']);
  });
  it('is never for the same person, and unknown to everybody else, assistants included', () => {
    expect(outcome(() => confirm(doctor, asked()))).toBe('notPermitted');
    expect(outcome(() => confirm(admin, asked(erasure, admin)))).toBe('notPermitted');
    for (const other of everybody.filter(one => one !== doctor && one !== admin))
      expect([other.id, outcome(() => confirm(other, asked()))]).toEqual([other.id, 'notFound']);
  });
  it('is for the one doctor whom the asker named by account', () => {
    const s = asked({ ...erasure, colleague: 'doctor2' });
    expect(outcome(() => confirm(doctor2, s))).toEqual(['DataRequestConfirmed']);
    for (const colleague of ['doctor', 'assistant', 'admin', 'nobody'])
      expect(outcome(() => ask(doctor, { ...erasure, colleague }))).toBe('colleague: colleague-unknown');
    const moved = { ...doctor2, orgId: 'other' };
    expect(outcome(() => confirm(moved, s))).toBe('notFound');
    const assisting: Viewer = { ...doctor2, position: 'Assistant' };
    expect(outcome(() => confirm(assisting, s))).toBe('notFound');
  });
  it('needs the typed patient for an erasure', () => {
    expect(outcome(() => confirm(admin, asked(), {}))).toBe('typed: not-the-patient');
    expect(outcome(() => confirm(admin, asked(), { typed: name }))).toEqual(['DataRequestConfirmed']);
    expect(outcome(() => confirm(admin, asked(copy), {}))).toEqual(['DataRequestConfirmed']);
  });
  it('is possible until the last millisecond of seven days', () => {
    const last = begin + 7 * day - 1;
    expect(outcome(() => confirm(admin, asked(), { typed: name }, last))).toEqual(['DataRequestConfirmed']);
    expect(outcome(() => confirm(admin, asked(), { typed: name }, last + 1))).toBe('dataRequestClosed');
    const [request] = asked().requests;
    if (!request) throw new Error('no request');
    expect([last, last + 1].map(now => dataRequestStatusOf(request, now))).toEqual(['open', 'lapsed']);
  });
  it('is refused for a case that went into production since', () => {
    const busy = { ...patient, underway: [caseId] };
    expect(outcome(() => confirm(admin, asked(), { typed: name }, begin, busy))).toBe('patientUnderway');
  });
  it('happens once: the second confirmer, and a withdrawal after it, are refused', () => {
    const s = add(asked(), [admin, confirm(admin, asked())]);
    const other = { ...admin, id: 'p-admin2' };
    expect(outcome(() => confirm(other, s))).toBe('dataRequestClosed');
    expect(outcome(() => withdrawDataRequest(s, 1, patient, { viewer: doctor, now: begin }))).toBe(
      'dataRequestClosed',
    );
    expect(outcome(() => ask(doctor, copy, s))).toBe('actionClosed');
  });
});

describe('withdrawing', () => {
  const withdraw = (viewer: Viewer, s = asked()) =>
    withdrawDataRequest(s, 1, patient, { viewer, now: begin });
  it('is for the asker and for those who could confirm, and ends the request', () => {
    expect(outcome(() => withdraw(doctor))).toEqual(['DataRequestWithdrawn']);
    expect(outcome(() => withdraw(admin))).toEqual(['DataRequestWithdrawn']);
    expect(outcome(() => withdraw(supervisor))).toBe('notFound');
    const s = add(asked(), [doctor, withdraw(doctor)]);
    expect(outcome(() => confirm(admin, s))).toBe('dataRequestClosed');
    expect(outcome(() => ask(doctor, erasure, s))).toEqual(['DataRequested']);
  });
});

describe('a confirmed request', () => {
  const confirmed = (input: object) => add(asked(input), [admin, confirm(admin, asked(input))]);
  const standings = (s: DataRequests, now = begin) => s.requests.map(one => dataRequestStatusOf(one, now));
  it('of an erasure ends with the patient, together with all others', () => {
    const s = add(confirmed(copy), [doctor, ask(doctor, erasure, confirmed(copy))]);
    const both = add(s, [
      admin,
      confirmDataRequest(s, 2, patient, { viewer: admin, now: begin, input: { typed: name } }),
    ]);
    expect(standings(both)).toEqual(['working', 'working']);
    const ended = add(both, ['system', endRequestsOfErasedPatient(both, begin)]);
    expect(standings(ended)).toEqual(['stopped', 'erased']);
    expect(endRequestsOfErasedPatient(ended, begin)).toEqual([]);
  });
  it('of a copy is ready for three days, unless its asker stops it', () => {
    const s = confirmed(copy);
    const stop = (viewer: Viewer) => stopPatientDataCopy(s, 1, patient, { viewer, now: begin });
    expect([outcome(() => stop(admin)), outcome(() => stop(doctor))]).toEqual([
      'notPermitted',
      ['PatientCopyStopped'],
    ]);
    const made = (of: DataRequests) => recordCopyMade(of, 1, { now: begin, bytes: 10, files: 1 });
    expect(made(add(s, [doctor, stop(doctor)]))).toEqual([]);
    const ready = add(s, ['system', made(s)]);
    expect([begin, begin + 3 * day - 1, begin + 3 * day].flatMap(now => standings(ready, now))).toEqual([
      'ready',
      'ready',
      'deleted',
    ]);
    expect(made(ready)).toEqual([]);
  });
});
