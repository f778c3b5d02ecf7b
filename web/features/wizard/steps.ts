/** The wizard's steps, and the step where each missing item is entered. Pure. */
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

/** `?id=&slot=`: the case, and the field or slot to focus. */
export type WizardSearchParams = { id?: string; slot?: string };

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 64) : '');

/** Parses the address's query; invalid values are dropped. */
export function readWizardSearchParams(raw: Record<string, unknown>): WizardSearchParams {
  const id = text(raw.id).toUpperCase();
  const slot = text(raw.slot);
  return { ...(id && { id }), ...(slot && { slot }) };
}

/** The step at the end of an address. */
export function stepOfPathname(path: string | undefined): WizardStep {
  const last = path?.split('/').findLast(part => part !== '');
  return wizardSteps.find(step => step === last) ?? 'pcEnter';
}

/** The section that a step edits. The first step chooses the method, a field of the prescription. */
export const sectionByStep: Record<WizardStep, SectionName> = {
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

/** Fields that are entered on another step than the rest of their section. */
const stepOfField: Record<string, WizardStep> = {
  'prescription.method': 'pcEnter',
  'prescription.productType': 'pcEnter',
};

/** Missing items whose name differs from the field to focus. */
const slotOfField: Record<string, string> = {
  'files.models': 'upper',
  'files.radiograph': 'panoramic',
};

type Place = Pick<MissingField, 'section' | 'field'>;

export const stepForPlace = ({ section, field }: Place): WizardStep =>
  stepOfField[`${section}.${field}`] ?? stepOfSection[section];

export function wizardHref(step: WizardStep, search: WizardSearchParams = {}): string {
  const query = new URLSearchParams();
  if (search.id) query.set('id', search.id);
  if (search.slot) query.set('slot', search.slot);
  return `/addCase/${step}${query.size > 0 ? `?${query}` : ''}`;
}

/** The field or slot in the form of `?slot=`. */
export const slotForPlace = ({ section, field }: Place): string =>
  slotOfField[`${section}.${field}`] ?? field;

/** The address where a missing item is entered. */
export const missingFieldHref = (place: Place, caseId: string): string =>
  wizardHref(stepForPlace(place), { id: caseId, slot: slotForPlace(place) });

/** The five steps with headings. A lingual case marks teeth in its bracket chart, not on the markers step. */
export function stepsOfMethod(method: number | undefined): WizardStep[] {
  const [, ...headed] = wizardSteps;
  return headed.filter(step => method !== 2 || step !== 'transparentMarkerNew');
}

/** Returns the step, or the prescription step if the method lacks it. */
export const availableStep = (step: WizardStep, method: number | undefined): WizardStep =>
  step === 'pcEnter' || stepsOfMethod(method).includes(step) ? step : 'transparentToothNew';

/** The previous or next step; undefined at the end. */
export function adjacentStep(
  step: WizardStep,
  by: 1 | -1,
  method: number | undefined,
): WizardStep | undefined {
  const all: WizardStep[] = ['pcEnter', ...stepsOfMethod(method)];
  return all[all.indexOf(step) + by];
}

/** Groups missing items by the step where they are entered. */
export function missingByStep(missing: readonly MissingField[]): Map<WizardStep, MissingField[]> {
  return Map.groupBy(missing, stepForPlace);
}
