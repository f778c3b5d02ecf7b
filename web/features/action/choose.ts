/** Which of a case's open actions is the button, which stands beside it, and which are in the menu. */

import { editTargets } from '#events/case/action-targets.ts';
import type { MissingField } from '#events/case/draft.ts';
import { type Action, rulesOf, statusButtons } from '#events/case/rules.ts';
import { Status } from '#events/case/status.ts';
import { slotOf, stepOf, type WizardStep, wizardHref } from '#web/features/wizard/steps.ts';

export type Actionable = {
  caseId: string;
  status: Status;
  actions: readonly Action[];
  /** The action in front of the status's button, as the server says. */
  lead?: Action | null;
  /** Treatment method: 2 is lingual. */
  method?: 1 | 2 | null;
  missing?: readonly string[];
};

export type Chosen = { primary: Action | null; second: Action | null; menu: Action[] };

/**
 * The lead, then the spec's primary and second action of the status, where this person may take them; everything else
 * that is open goes into the menu. Where no button is this person's, the first waiting action they may take replaces it.
 */
export function chooseActions(item: Actionable): Chosen {
  const named = (statusButtons[item.status] ?? []).filter(a => item.actions.includes(a));
  const [first, then] = item.lead ? [item.lead, ...named.filter(a => a !== item.lead)] : named;
  const primary = first ?? preferred.find(a => item.actions.includes(a)) ?? null;
  // A page of its own prepares the lead: its dialog stays in the menu.
  const isMade = primary !== null && primary === item.lead && makerHref(primary, item) !== null;
  const rest = item.actions.filter(a => (isMade || a !== primary) && a !== then);
  return { primary, second: then ?? null, menu: rest };
}

/** True where the case waits because of this action at its status: the only button that may be filled. */
export const isAwaited = (action: Action, { status, lead }: Actionable): boolean =>
  action === lead || rulesOf(action).some(rule => rule.from.includes(status) && rule.waits);

const makers: Partial<Record<Action, 'plans' | 'targets'>> = { submitPlan: 'plans', submitTarget: 'targets' };

/** The page that makes the input of an action; null where only its dialog takes it. */
export function makerHref(action: Action, { caseId, method }: Actionable): string | null {
  const make = makers[action];
  return make && method !== 2 ? `/eSetThreeDView?id=${encodeURIComponent(caseId)}&make=${make}` : null;
}

/** Not among the spec's buttons, but what the case waits for (lifecycle.md: 11 is acted on from the case, 28 and 29 from /arrangementCheck). */
const preferred: readonly Action[] = [
  'answer',
  'targetExpertReview',
  'targetDoctorReview',
  'submitPlan',
  'scansRecorded',
  'edit',
];

const stepByTarget: Record<string, WizardStep> = {
  'addInfo-diagnostic': 'patientInfoNew',
  'addInfo-treatPlan': 'pcEnter',
  'addInfo-toothLingual': 'transparentToothNew',
  'addInfo-bracketLingual': 'transparentToothNew',
  'addInfo-torqueLingual': 'transparentToothNew',
  'addInfo-toothTransparent': 'transparentToothNew',
  'addInfo-dentalTransparent': 'transparentMarkerNew',
  'addInfo-photo': 'dataUploadNew',
  'addInfo-STLdata': 'dataUploadNew',
};

/** The wizard's step where a draft goes on: the patient's part first, then the diagnosis. */
function wizardStep(item: Actionable): WizardStep {
  if (
    item.status === Status.ClinicalInfoIncomplete &&
    item.missing?.length &&
    item.missing.every(m => !m.startsWith('patient.'))
  )
    return 'deagonsticMesNew';
  return stepByTarget[editTargets[item.status] ?? ''] ?? 'patientInfoNew';
}

/** Where a draft goes on: its step, and there the field that keeps it at its status. */
function editHref(item: Actionable): string {
  const step = wizardStep(item);
  const [section = '', ...field] = item.missing?.[0]?.split('.') ?? [];
  const place = { section: section as MissingField['section'], field: field.join('.') };
  const slot = section && stepOf(place) === step ? slotOf(place) : undefined;
  return wizardHref(step, { id: item.caseId, ...(slot && { slot }) });
}

/** Where an action is done on a page of its own; null where a dialog does. */
export function actionHref(action: Action, item: Actionable): string | null {
  const id = encodeURIComponent(item.caseId);
  switch (action) {
    case 'edit':
      return editHref(item);
    case 'qualityAudit':
    case 'confirmDoctor':
      return `/schemeApproveWidget?id=${id}`;
    case 'targetExpertReview':
    case 'targetDoctorReview':
      return `/arrangementCheck?id=${id}`;
    default:
      return null;
  }
}

/** Decisions: the one filled button of a row (UI.md 7, 11); other work is outlined there. */
export const decisions: readonly Action[] = [
  'acceptCase',
  'qualityAudit',
  'confirmDoctor',
  'targetExpertReview',
  'targetDoctorReview',
];

/** Actions that take something back or end something: said in red, asked twice. */
export const grave: readonly Action[] = [
  'deleteDraft',
  'deniedCase',
  'withdraw',
  'batchFailed',
  'reportLost',
  'returnToDesign',
];
