/** The row `caseList`: the part of a case that lists show, count and search. Derived from the row `case`. */
import type { CaseState } from '#events/case/case.ts';
import { checkDraft } from '#events/case/draft.ts';
import type { LeadActionFacts } from '#events/case/next-step.ts';
import { permissionFactsOf } from '#events/case/permissions.ts';
import { isEditable, Status, statuses } from '#events/case/status.ts';
import { latestVersion, type ReviewStatus, reviewStatus } from '#events/plan/plan.ts';
import { wearLimitsOf } from '#events/wear/actions.ts';
import { type Room, roomsSeeingCase, waitingListRoomsOf } from '../rooms.ts';
import type { DerivedView, Sight } from '../view.ts';
import type { CaseListItem } from './item.ts';
import { presentCaseItem } from './present.ts';
import { caseGroupKey } from './query.ts';
import { createCaseListReads } from './reads.ts';
import { casesRoute } from './route.ts';
import { nameSortKey, pinyinWords } from './words.ts';

type Shown = Pick<
  CaseListItem,
  | 'caseId'
  | 'patientName'
  | 'gender'
  | 'birthDate'
  | 'clinic'
  | 'doctor'
  | 'outsideCaseNumber'
  | 'method'
  | 'productType'
  | 'arch'
  | 'stages'
  | 'sent'
  | 'missing'
  | 'note'
  | 'reasons'
  | 'parentId'
  | 'childId'
  | 'createdAt'
  | 'submittedAt'
  | 'updatedAt'
>;

export type CaseListRow = LeadActionFacts &
  Shown & { planVersion: number | null; reviewStatus: ReviewStatus | null; sortName: string };

/** The note and keyed reasons of the case's status, if the status has them. */
function whyOf(s: CaseState): Pick<CaseListItem, 'note' | 'reasons'> {
  const { why } = statuses[s.status];
  const plan = latestVersion(s.plans);
  const refusal = s.status === Status.DoctorRejected ? plan?.doctor : plan?.expert;
  const said = why === 'refusal' ? refusal : why && s[why];
  return { note: said?.note ?? null, reasons: said?.reasons ?? [] };
}

function missingOf(s: CaseState): string[] {
  if (!isEditable(s.status)) return [];
  return checkDraft(s.sections, s.files).missing.map(m => `${m.section}.${m.field}`);
}

/** Patients do not change lingual appliances themselves, so there is no wear record. */
const wearDueOf = (s: CaseState): boolean =>
  s.wear === null && s.sections.prescription.method !== 2 && wearLimitsOf(s) !== null;

/** Identity and treatment of a case, shared by all lists of cases. */
export function caseIdentity(s: CaseState) {
  const { patient, prescription } = s.sections;
  const patientName = patient.name ?? '';
  return {
    ...permissionFactsOf(s),
    caseId: s.caseId,
    patientName,
    sortName: nameSortKey(patientName),
    gender: patient.gender ?? null,
    birthDate: patient.birthDate ?? null,
    clinic: patient.clinic ?? null,
    outsideCaseNumber: patient.outsideCaseNumber ?? null,
    method: prescription.method ?? null,
    productType: prescription.productType ?? null,
    parentId: s.parentId,
  };
}

/** A case as lists hold it. Pure, viewer-free. */
export function caseListRow(s: CaseState): CaseListRow {
  const { patient, prescription } = s.sections;
  const plan = latestVersion(s.plans);
  return {
    ...caseIdentity(s),
    doctor: patient.doctor ?? null,
    arch: prescription.arch ?? null,
    wearDue: wearDueOf(s),
    stages: plan ? { upper: plan.upperStages, lower: plan.lowerStages } : null,
    sent: s.sent,
    planVersion: plan?.version ?? null,
    reviewStatus: plan ? reviewStatus(plan) : null,
    missing: missingOf(s),
    ...whyOf(s),
    childId: s.childId,
    createdAt: s.createdAt,
    submittedAt: s.submittedAt,
    updatedAt: s.updatedAt,
  };
}

const sorts = ['updatedAt', 'patient'];

function sights(row: CaseListRow): Sight[] {
  const group = caseGroupKey(row);
  const sort = { updatedAt: row.updatedAt, patient: row.sortName };
  const at = (list: string) => (room: Room) => ({ list, room, group, sort });
  return [...roomsSeeingCase(row).map(at('cases')), ...waitingListRoomsOf(row).map(at('waiting'))];
}

function words(row: CaseListRow): string[] {
  if (row.deleted) return [];
  const { caseId, patientName, clinic, outsideCaseNumber } = row;
  return [caseId, patientName, ...pinyinWords(patientName), clinic ?? '', outsideCaseNumber ?? ''];
}

export const caseListView = {
  name: 'caseList',
  version: 7,
  keep: 10_000,
  from: 'case',
  derive: caseListRow,
  lists: { cases: sorts, waiting: sorts },
  sights,
  words,
  resumes: true,
  present: presentCaseItem,
  past: item => ({ ...item, actions: [], lead: null }),
  asks: casesRoute,
  reads: createCaseListReads,
} satisfies DerivedView<CaseListRow, CaseListItem, CaseState>;
