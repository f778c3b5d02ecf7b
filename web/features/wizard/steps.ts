/** The wizard's steps, and where each thing that a draft lacks is entered. Pure. */
import type { MissingField } from '#events/case/draft.ts';
import type { SectionName } from '#events/case/sections.ts';

export const wizardSteps = [
  'pcEnter',
  'patientInfoNew',
  'deagonsticMesNew',
  'transparentToothNew',
  'transparentMarkerNew',
  'dataUploadNew',
] as const;
export type WizardStep = (typeof wizardSteps)[number];

/** `?id=&slot=`: the case, and the field or slot to go to. */
export type WizardSearch = { id?: string; slot?: string };

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 64) : '');

/** The address's query, whatever somebody typed there. */
export function readWizardSearch(raw: Record<string, unknown>): WizardSearch {
  const id = text(raw.id).toUpperCase();
  const slot = text(raw.slot);
  return { ...(id && { id }), ...(slot && { slot }) };
}

/** The step that an address ends with. */
export function stepOfPath(path: string | undefined): WizardStep {
  const last = path?.split('/').findLast(part => part !== '');
  return wizardSteps.find(step => step === last) ?? 'pcEnter';
}

/** The section that a step edits. The first step chooses the method, which the prescription holds. */
export const sectionOf: Record<WizardStep, SectionName> = {
  pcEnter: 'prescription',
  patientInfoNew: 'patient',
  deagonsticMesNew: 'diagnosis',
  transparentToothNew: 'prescription',
  transparentMarkerNew: 'markers',
  dataUploadNew: 'data',
};

const stepOfSection: Record<MissingField['section'], WizardStep> = {
  patient: 'patientInfoNew',
  diagnosis: 'deagonsticMesNew',
  prescription: 'transparentToothNew',
  markers: 'transparentMarkerNew',
  data: 'dataUploadNew',
  files: 'dataUploadNew',
};

/** Fields that are entered elsewhere than the rest of their section. */
const stepOfField: Record<string, WizardStep> = {
  'prescription.method': 'pcEnter',
  'prescription.productType': 'pcEnter',
};

/** Things that are missing by another name than the field to go to. */
const slotOfField: Record<string, string> = {
  'files.models': 'upper',
  'files.radiograph': 'panoramic',
};

type Place = Pick<MissingField, 'section' | 'field'>;

export const stepOf = ({ section, field }: Place): WizardStep =>
  stepOfField[`${section}.${field}`] ?? stepOfSection[section];

export function wizardHref(step: WizardStep, search: WizardSearch = {}): string {
  const query = new URLSearchParams();
  if (search.id) query.set('id', search.id);
  if (search.slot) query.set('slot', search.slot);
  return `/addCase/${step}${query.size > 0 ? `?${query}` : ''}`;
}

/** The field or slot, as `?slot=` names it. */
export const slotOf = ({ section, field }: Place): string => slotOfField[`${section}.${field}`] ?? field;

/** Where something that is missing is entered. */
export const missingHref = (place: Place, caseId: string): string =>
  wizardHref(stepOf(place), { id: caseId, slot: slotOf(place) });

/** Id of a field's place on its page; dots would be awkward in a selector. */
export const fieldId = (slot: string): string => `field-${slot.replaceAll('.', '-')}`;

/** The five steps with a header. Marks of single teeth are the bracket chart's part of a lingual case. */
export function headedSteps(method: number | undefined): WizardStep[] {
  const [, ...headed] = wizardSteps;
  return headed.filter(step => method !== 2 || step !== 'transparentMarkerNew');
}

/** Returns the step, or the prescription's where the method does not have the step. */
export const stepFor = (step: WizardStep, method: number | undefined): WizardStep =>
  step === 'pcEnter' || headedSteps(method).includes(step) ? step : 'transparentToothNew';

/** The step before or after, or undefined at the end. */
export function neighbour(step: WizardStep, by: 1 | -1, method: number | undefined): WizardStep | undefined {
  const all: WizardStep[] = ['pcEnter', ...headedSteps(method)];
  return all[all.indexOf(step) + by];
}

/** What is missing, by the step where it is entered. */
export function missingByStep(missing: readonly MissingField[]): Map<WizardStep, MissingField[]> {
  return Map.groupBy(missing, stepOf);
}
