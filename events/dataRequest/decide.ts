/** Decisions on a patient's data requests. Pure. */
import * as z from 'zod/mini';
import { lineSchemaUpTo, noteSchema } from '../case/fields.ts';
import type { PermissionFacts } from '../case/permissions.ts';
import { seesCase } from '../case/permissions.ts';
import { badField, Refusal } from '../errors.ts';
import { parse } from '../parse.ts';
import { findByAccount } from '../person/account-identity.ts';
import type { Directory } from '../person/directory.ts';
import type { Viewer } from '../person/position.ts';
import { copyKeptUntil, type DataRequest, type DataRequests, dataRequestStatusOf } from './data-request.ts';
import { copyLanguages, type DataRequestEvent, dataRequestKinds } from './events.ts';
import { mayBeSecondPerson, mayRequestPatientData, maySeeDataRequest } from './rights.ts';

/** The patient's name or the number of one of the cases, typed as a confirmation. */
const typed = z.optional(lineSchemaUpTo(100));

export const newDataRequestInputSchema = z.strictObject({
  kind: z.enum(dataRequestKinds),
  reason: noteSchema,
  typed,
  colleague: z.optional(lineSchemaUpTo(100)),
  keptElsewhere: z.optional(z.boolean()),
  lang: z.optional(z.enum(copyLanguages)),
});
export const confirmDataRequestInputSchema = z.strictObject({ typed });

/** Facts of the patient that decisions need. */
export type PatientFacts = {
  /** Permission facts of the patient's first case. */
  facts: PermissionFacts;
  /** True if other cases of the patient have another owner. */
  isShared: boolean;
  /** The patient's name; '' if none is known. */
  name: string;
  /** Numbers of all cases, the first one first. */
  cases: readonly string[];
  /** Numbers of the cases that are being produced or shipped. */
  underway: readonly string[];
  /** True while the organisation must still keep the patient's records. */
  keeping: boolean;
};

type By = { viewer: Viewer; now: number };
type AskContext = By & { directory: Directory; input: unknown; lang: 'en' | 'zh-CN' };

const plain = (text: string) => text.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase();

/** Checks a typed confirmation. @throws Refusal badInput unless it is the patient's name or the number of a case */
function assertTyped(text: string | undefined, { name, cases }: PatientFacts): void {
  const accepted = [name, ...cases].map(plain).filter(one => one !== '');
  if (!accepted.includes(plain(text ?? ''))) throw badField('typed', 'not-the-patient');
}

function assertNotUnderway({ underway }: PatientFacts): void {
  if (underway.length > 0) throw new Refusal('patientUnderway', { cases: [...underway] });
}

/** The doctor of the owner's organisation whom the asker named. @throws Refusal badInput */
function colleagueOf(account: string, { facts }: PatientFacts, { viewer, directory }: AskContext): string {
  const found = findByAccount(directory, account);
  const isColleague = found?.position === 'Doctor' && found.orgId === facts.orgId && !found.frozen;
  if (!isColleague || found.id === viewer.id) throw badField('colleague', 'colleague-unknown');
  return found.id;
}

/**
 * Requests an erasure or a copy.
 * @throws Refusal caseUnknown, notPermitted, actionClosed, dataRequestOpen, patientUnderway, badInput
 */
export function requestPatientData(
  { requests }: DataRequests,
  patient: PatientFacts,
  ctx: AskContext,
): DataRequestEvent[] {
  const { facts } = patient;
  const { viewer, now } = ctx;
  if (!seesCase(viewer, facts)) throw new Refusal('caseUnknown');
  if (!mayRequestPatientData(viewer, facts, patient.isShared)) throw new Refusal('notPermitted');
  if (facts.erased || facts.deleted) throw new Refusal('actionClosed');
  const {
    kind,
    reason,
    typed: text,
    colleague,
    keptElsewhere = false,
    lang = ctx.lang,
  } = parse(newDataRequestInputSchema, ctx.input);
  const standings = requests.map(one => ({ kind: one.kind, standing: dataRequestStatusOf(one, now) }));
  if (standings.some(one => one.kind === 'erasure' && one.standing === 'working'))
    throw new Refusal('actionClosed');
  if (standings.some(one => one.kind === kind && ['open', 'working'].includes(one.standing)))
    throw new Refusal('dataRequestOpen');
  if (kind === 'erasure') {
    assertNotUnderway(patient);
    assertTyped(text, patient);
    if (patient.keeping && !keptElsewhere) throw badField('keptElsewhere', 'required');
  }
  const { ownerId, servedBy } = facts;
  const colleagueId = colleague === undefined ? null : colleagueOf(colleague, patient, ctx);
  const data = { request: requests.length + 1, kind, cases: [...patient.cases], ownerId, servedBy };
  return [
    { type: 'DataRequested', data: { ...data, colleagueId, keptElsewhere, lang }, personal: { reason } },
  ];
}

/** Returns a request. @throws Refusal notFound if the viewer does not see it */
function seenRequest(
  { requests }: DataRequests,
  number: number,
  { facts }: PatientFacts,
  viewer: Viewer,
): DataRequest {
  const found = requests.find(one => one.request === number);
  if (!found || !maySeeDataRequest(viewer, found, facts)) throw new Refusal('notFound');
  return found;
}

/** Checks that a request is open. @throws Refusal dataRequestClosed unless it waits for the second person */
function assertOpen(request: DataRequest, now: number): void {
  if (dataRequestStatusOf(request, now) !== 'open') throw new Refusal('dataRequestClosed');
}

/**
 * Confirms a request as the second person.
 * @throws Refusal notFound, notPermitted, dataRequestClosed, patientUnderway, badInput
 */
export function confirmDataRequest(
  state: DataRequests,
  request: number,
  patient: PatientFacts,
  { viewer, now, input }: By & { input: unknown },
): DataRequestEvent[] {
  const found = seenRequest(state, request, patient, viewer);
  if (!mayBeSecondPerson(viewer, found, patient.facts)) throw new Refusal('notPermitted');
  if (patient.facts.erased) throw new Refusal('dataRequestClosed');
  assertOpen(found, now);
  const { typed: text } = parse(confirmDataRequestInputSchema, input);
  if (found.kind === 'erasure') {
    assertNotUnderway(patient);
    assertTyped(text, patient);
  }
  return [{ type: 'DataRequestConfirmed', data: { request } }];
}

/** Withdraws the own request, or declines another person's. @throws Refusal notFound, dataRequestClosed */
export function withdrawDataRequest(
  state: DataRequests,
  request: number,
  patient: PatientFacts,
  { viewer, now }: By,
): DataRequestEvent[] {
  assertOpen(seenRequest(state, request, patient, viewer), now);
  return [{ type: 'DataRequestWithdrawn', data: { request } }];
}

/** Stops making a copy, or deletes it. Only its asker does. @throws Refusal notFound, notPermitted, dataRequestClosed */
export function stopPatientDataCopy(
  state: DataRequests,
  request: number,
  patient: PatientFacts,
  { viewer, now }: By,
): DataRequestEvent[] {
  const found = seenRequest(state, request, patient, viewer);
  if (viewer.id !== found.by) throw new Refusal('notPermitted');
  const isCopy = found.kind === 'copy' && ['working', 'ready'].includes(dataRequestStatusOf(found, now));
  if (!isCopy) throw new Refusal('dataRequestClosed');
  return [{ type: 'PatientCopyStopped', data: { request } }];
}

/** Ends all open requests of a patient whose data were erased. */
export function endRequestsOfErasedPatient({ requests }: DataRequests, now: number): DataRequestEvent[] {
  return requests.flatMap((one): DataRequestEvent[] => {
    const { request } = one;
    const standing = dataRequestStatusOf(one, now);
    if (standing === 'open') return [{ type: 'DataRequestWithdrawn', data: { request } }];
    if (one.kind === 'copy' && (standing === 'working' || standing === 'ready'))
      return [{ type: 'PatientCopyStopped', data: { request } }];
    return standing === 'working' ? [{ type: 'PatientErasureDone', data: { request } }] : [];
  });
}

/** Records that the copy was made. Returns no event if the request was stopped meanwhile. */
export function recordCopyMade(
  { requests }: DataRequests,
  request: number,
  { now, bytes, files }: { now: number; bytes: number; files: number },
): DataRequestEvent[] {
  const found = requests.find(one => one.request === request);
  if (found?.kind !== 'copy' || dataRequestStatusOf(found, now) !== 'working') return [];
  return [{ type: 'PatientCopyMade', data: { request, bytes, files, until: copyKeptUntil(now) } }];
}
