/** Divides a case's open actions into primary button, second button and menu. */

import { updateInfoTargets } from '#events/case/action-targets.ts';
import type { MissingField } from '#events/case/draft.ts';
import { type Action, rulesOf, statusButtons } from '#events/case/rules.ts';
import { Status } from '#events/case/status.ts';
import type { ActionableCase } from '#web/features/actionForm/action-host.ts';
import { slotForPlace, stepForPlace, type WizardStep, wizardHref } from '#web/features/wizard/steps.ts';

export type ChosenActions = { primary: Action | null; second: Action | null; menu: Action[] };

/**
 * Returns the buttons of a case: first the server's lead action, then the spec's primary and second action of the
 * status, as far as this person may take them. All other open actions go into the menu. If no button is left, the first
 * action of `preferred` that this person may take becomes primary.
 */
export function chooseActions(item: ActionableCase): ChosenActions {
  const named = (statusButtons[item.status] ?? []).filter(a => item.actions.includes(a));
  const [first, then] = item.lead ? [item.lead, ...named.filter(a => a !== item.lead)] : named;
  const primary = first ?? preferred.find(a => item.actions.includes(a)) ?? null;
  // The lead's button opens its page, so the menu still offers its dialog.
  const isMade = primary !== null && primary === item.lead && inputPageHref(primary, item) !== null;
  const rest = item.actions.filter(a => (isMade || a !== primary) && a !== then);
  return { primary, second: then ?? null, menu: rest };
}

/** Whether the case waits for this action at its status. Only the buttons of such actions may be filled. */
export const isAwaitedAction = (action: Action, { status, lead }: ActionableCase): boolean =>
  action === lead || rulesOf(action).some(rule => rule.from.includes(status) && rule.waits);

const makers: Partial<Record<Action, 'plans' | 'targets'>> = { submitPlan: 'plans', submitTarget: 'targets' };

/** The page that prepares an action's input; null if only a dialog takes the input. */
export function inputPageHref(action: Action, { caseId, method }: ActionableCase): string | null {
  const make = makers[action];
  return make && method !== 2 ? `/eSetThreeDView?id=${encodeURIComponent(caseId)}&make=${make}` : null;
}

/**
 * Actions that the case waits for although they are not among the spec's buttons (lifecycle.md: status 11 is
 * handled on the case, 28 and 29 on /arrangementCheck).
 */
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

/** The wizard step for editing a draft: the patient's part first, then the diagnosis. */
function wizardStep(item: ActionableCase): WizardStep {
  if (
    item.status === Status.ClinicalInfoIncomplete &&
    item.missing?.length &&
    item.missing.every(m => !m.startsWith('patient.'))
  )
    return 'deagonsticMesNew';
  return stepByTarget[updateInfoTargets[item.status] ?? ''] ?? 'patientInfoNew';
}

/**
 * The address for editing a draft: the wizard's step, and the slot of the first missing field if it is on that step.
 */
function editHref(item: ActionableCase): string {
  const step = wizardStep(item);
  const [section = '', ...field] = item.missing?.[0]?.split('.') ?? [];
  const place = { section: section as MissingField['section'], field: field.join('.') };
  const slot = section && stepForPlace(place) === step ? slotForPlace(place) : undefined;
  return wizardHref(step, { id: item.caseId, ...(slot && { slot }) });
}

/** The page of an action; null if the action has a dialog. */
export function actionHref(action: Action, item: ActionableCase): string | null {
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

/** Decisions are filled buttons in rows (UI.md 7, 11); other work is outlined there. */
export const decisionActions: readonly Action[] = [
  'acceptCase',
  'qualityAudit',
  'confirmDoctor',
  'targetExpertReview',
  'targetDoctorReview',
];
