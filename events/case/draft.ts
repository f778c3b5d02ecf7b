/** The completeness of a draft and its computed status: one pure function for server and wizard (lifecycle.md). */
import { teethWithAppliance, teethWithoutTorque } from '../lingual/codes.ts';
import { hasDeliveryAddress } from './delivery.ts';
import { type FileKind, type Slot, slots } from './options.ts';
import { requiredRxFields } from './questions.ts';
import type { Prescription, SectionName, Sections } from './sections.ts';
import { Status } from './status.ts';

/** One missing field, and the status at which it keeps the draft. */
export type MissingField = { status: Status; section: SectionName | 'files'; field: string };

/** The part of a file that checkDraft reads. */
export type AttachedFile = { kind: FileKind; slot: Slot | null };

export type DraftCheck = { status: Status; missing: MissingField[] };

/** Required slots: every photo, and one of the two radiographs. */
const photoSlots: readonly Slot[] = slots.photo;

const filled = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** The arches that the prescription orders; lingual cases and unanswered ones count as both. */
export function orderedArches(prescription: Prescription): ('upper' | 'lower')[] {
  const arch = prescription.method === 2 ? 'both' : prescription.arch;
  if (arch === 'upper' || arch === 'lower') return [arch];
  return ['upper', 'lower'];
}

/** True if every ordered arch has a digital model. */
export function hasAllOrderedModels(prescription: Prescription, files: readonly AttachedFile[]): boolean {
  return orderedArches(prescription).every(arch => files.some(f => f.kind === 'stl' && f.slot === arch));
}

const ofSection = <S extends SectionName>(
  status: Status,
  section: S,
  value: Sections[S],
  fields: readonly (keyof Sections[S] & string)[],
): MissingField[] => fields.filter(f => !filled(value[f])).map(field => ({ status, section, field }));

function alignerMissing(s: Sections): MissingField[] {
  const missing = ofSection(
    Status.AlignerSetupIncomplete,
    'prescription',
    s.prescription,
    requiredRxFields(s),
  );
  if (!s.markers.confirmed)
    missing.push({ status: Status.ToothMarkersIncomplete, section: 'markers', field: 'confirmed' });
  return missing;
}

function lingualMissing(s: Sections): MissingField[] {
  const lingual = s.prescription.lingual ?? {};
  const missing: MissingField[] = [];
  const lack = (status: Status, field: string) => missing.push({ status, section: 'prescription', field });
  if (!lingual.archShape) lack(Status.SetupIncomplete, 'lingual.archShape');
  if (!lingual.archWidth) lack(Status.SetupIncomplete, 'lingual.archWidth');
  const none = teethWithAppliance(lingual).length === 0;
  if (none) lack(Status.BracketsNotChosen, 'lingual.brackets');
  // Requires a torque for each tooth, because otherwise the laboratory would have to ask. The set-up may decide it
  // instead.
  if (!lingual.torqueAsSetup && (none || teethWithoutTorque(lingual).length > 0))
    lack(Status.TorqueIncomplete, 'lingual.torque');
  return missing;
}

function filesMissing(s: Sections, files: readonly AttachedFile[]): MissingField[] {
  const missing: MissingField[] = photoSlots
    .filter(slot => !files.some(f => f.kind === 'photo' && f.slot === slot))
    .map(slot => ({ status: Status.PhotosIncomplete, section: 'files', field: slot }));
  if (!files.some(f => f.kind === 'radiograph'))
    missing.push({ status: Status.PhotosIncomplete, section: 'files', field: 'radiograph' });
  const modelsKnown = hasAllOrderedModels(s.prescription, files) || Boolean(s.data.dataOrderNumber);
  if (!modelsKnown && s.data.courier === undefined)
    missing.push({ status: Status.ModelsToProvide, section: 'files', field: 'models' });
  if (!hasDeliveryAddress(s))
    missing.push({ status: Status.ModelsToProvide, section: 'data', field: 'deliveryAddress' });
  if (!modelsKnown && s.data.courier !== undefined && !s.data.trackingNumber)
    missing.push({ status: Status.ModelToBeShipped, section: 'data', field: 'trackingNumber' });
  return missing;
}

/** Patient fields that product-spec.md 5 requires. */
const patientRequired = ['name', 'gender', 'birthDate', 'address', 'doctor', 'clinic'] as const;
const diagnosisRequired = ['flags', 'bite'] as const;

/**
 * Returns the draft's status and its missing fields, both in the order of lifecycle.md's table. The status is that of
 * the first missing field.
 */
export function checkDraft(sections: Sections, files: readonly AttachedFile[]): DraftCheck {
  const method = sections.prescription.method;
  const missing: MissingField[] = [
    ...ofSection(Status.ClinicalInfoIncomplete, 'patient', sections.patient, patientRequired),
    ...ofSection(Status.ClinicalInfoIncomplete, 'diagnosis', sections.diagnosis, diagnosisRequired),
  ];
  if (method === undefined)
    missing.push({ status: Status.TreatmentPlanIncomplete, section: 'prescription', field: 'method' });
  if (method === 1) missing.push(...alignerMissing(sections));
  if (method === 2) missing.push(...lingualMissing(sections));
  missing.push(...filesMissing(sections, files));
  return { status: missing[0]?.status ?? Status.ToSubmit, missing };
}

/** True if the diagnosis is complete. Submitting or printing without it is error 102026. */
export function hasClinicalInfo(sections: Sections): boolean {
  return diagnosisRequired.every(f => filled(sections.diagnosis[f]));
}
