/** Teeth of the demo's patients. Each treatment has one patient, with matching scans, target and plans. */
import { createHash } from 'node:crypto';
import { type Arch, isFdi, positionFromMidline } from '#events/tooth/fdi.ts';
import type { GeneratedPlanWish } from '#workers/teeth/design.ts';
import { generateJawScanTriangles } from '#workers/teeth/jaw-models.ts';
import type { MalocclusionKind } from '#workers/teeth/malocclusion-kinds.ts';
import { generatePlan, packPlan, packPlanShapes, revisedPlanOf, targetPlanOf } from '#workers/teeth/plan.ts';
import { type DemoTreatment, type DemoTreatmentName, demoTreatments } from './prescriptions.ts';
import type { Triangles } from './stl.ts';

/** Files of a bundle, in order: plan.json, teeth.glb, coarse.glb. */
type PlanFiles = readonly [json: Buffer, teeth: Buffer, coarse: Buffer];

export type PatientTeeth = {
  /** Returns the scan of a jaw before treatment. */
  scan(jaw: Arch): Triangles;
  target(): PlanFiles;
  /** @param version 1, or a later, slightly different one */
  plan(version: number): PlanFiles;
};

/**
 * Crown set and arrangement of each patient. There are two crown sets, each computed once. A lingual case shares the
 * crowded patient and has only a target.
 */
const patients: Record<DemoTreatmentName, { seed: number; look: MalocclusionKind; of?: DemoTreatmentName }> =
  {
    crowding: { seed: 1, look: 'crowding' },
    extraction: { seed: 2, look: 'crowding' },
    spacing: { seed: 2, look: 'spacing' },
    deepBite: { seed: 1, look: 'deepBite' },
    classThree: { seed: 2, look: 'classThree' },
    upperOnly: { seed: 1, look: 'mild' },
    implant: { seed: 1, look: 'spacing' },
    lingual: { seed: 1, look: 'crowding', of: 'crowding' },
  };

/** Returns the patient of a treatment. Treatments of one patient share scans and shapes. */
export const patientOfTreatment = (name: DemoTreatmentName): DemoTreatmentName => patients[name].of ?? name;

/** Returns an order's wishes for its plan. */
export function planWishOf(name: DemoTreatmentName): { seed: number; wish: GeneratedPlanWish } {
  const { seed, look } = patients[name];
  const { markers, prescription, stages }: DemoTreatment = demoTreatments[name];
  const { step, angle, attachmentTypes } = prescription;
  const wish: GeneratedPlanWish = {
    look,
    upperStages: stages.upper,
    lowerStages: stages.lower,
    extracted: markers.extract?.filter(isFdi) ?? [],
    missing: markers.missing?.filter(isFdi).filter(tooth => positionFromMidline(tooth) < 8) ?? [],
    still: markers.noMove?.filter(isFdi) ?? [],
    bare: markers.noAttachment?.filter(isFdi) ?? [],
    ipr: (markers.ipr ?? []).flatMap(({ contact, mm }) => (mm ? [{ contact, mm }] : [])),
    ...(step ? { step } : {}),
    ...(angle ? { angle } : {}),
    ...(attachmentTypes ? { attachments: attachmentTypes } : {}),
  };
  return { seed, wish };
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** @throws Error if the GLB encoder is not ready (`encoderReady`) */
export function createPatientTeeth(name: DemoTreatmentName): PatientTeeth {
  const { seed, wish } = planWishOf(name);
  const first = generatePlan(seed, wish);
  let made: ReturnType<typeof packPlanShapes> | undefined;
  const shapes = () => {
    made ??= packPlanShapes(first);
    return made;
  };
  const files = (plan: typeof first): PlanFiles => {
    const { bundle, teeth, coarse } = packPlan(plan, sha256, shapes());
    return [Buffer.from(JSON.stringify(bundle)), Buffer.from(teeth), Buffer.from(coarse)];
  };
  return {
    scan: jaw => generateJawScanTriangles(first, jaw),
    target: () => files(targetPlanOf(first)),
    plan: version => files(version > 1 ? revisedPlanOf(first) : first),
  };
}
