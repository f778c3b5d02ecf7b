/**
 * Schema of plan.json: the pose of every tooth at every stage, procedures with their stages, and references
 * to the GLB files of shapes by SHA-256. Coordinates are in the frame of pose.ts.
 */
import * as z from 'zod/mini';
import { distinct, lineSchemaUpTo, optionKeySchemaFor, stageCountSchema } from '../case/fields.ts';
import { archOf, type Fdi, isFdi, parseContact } from '../tooth/fdi.ts';
import { contactKeySchema } from '../tooth/schema.ts';
import { bundleFormat, stageCountOf, valueOrigins } from './bundle.ts';
import { numbersPerPose } from './pose.ts';

/** Coordinates are within 20 cm of the origin. */
const mm = z.number().check(z.minimum(-200), z.maximum(200));
/** Schema of a position in mm: x, y, z. */
export const pointSchema = z.tuple([mm, mm, mm]);
export const fdiSchema = z.custom<Fdi>(isFdi, { error: 'tooth-unknown' });
const stage = z.int().check(z.minimum(0), z.maximum(200));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: 'hash-format' }));
const surface = z.enum(['buccal', 'lingual']);
/** A length on a tooth, mm. */
const length = z.number().check(z.minimum(0.1), z.maximum(15));

/** A list whose length is checked before its entries, so that a huge list does not report every entry. */
const listUpTo = <S extends z.ZodMiniType>(entry: S, max: number) =>
  z.pipe(z.array(z.unknown()).check(z.maxLength(max)), z.array(entry));
/** Maximum number of stages of an arch: 200 aligners and the start. */
const stagesMax = 201;

const unit = z.number().check(z.minimum(-1.000001), z.maximum(1.000001));

const tooth = z.strictObject({
  fdi: fdiSchema,
  /** Centre of the crown at stage 0, and origin of its shape. */
  pivot: pointSchema,
  /** Unit vectors at stage 0: mesial, buccal, occlusal (x, y, z of each). */
  axes: z.pipe(z.array(z.unknown()).check(z.length(9, { error: 'axes-length' })), z.array(unit)),
  /** Seven numbers a stage from 0: the pivot's position, then the rotation since stage 0 as a quaternion. */
  poses: listUpTo(
    z.number('not-a-number').check(z.minimum(-200), z.maximum(200)),
    stagesMax * numbersPerPose,
  ),
  /**
   * Degrees about the long axis, positive from buccal to mesial, by which a technician corrected the measured
   * axes. Absent: not corrected.
   */
  turned: z.optional(z.number().check(z.minimum(-180), z.maximum(180))),
  /** Mesiodistal width, mm; null if it could not be measured. */
  width: z.nullable(z.strictObject({ mm: length, origin: z.enum(valueOrigins) })),
  /** Largest distance of the files' vertices from these poses, mm; null if the poses were given. */
  residual: z.nullable(z.number().check(z.minimum(0))),
  /**
   * First and last stage in the mouth, for a tooth that erupts or is extracted. Absent: from the start, to
   * the end.
   */
  from: z.optional(stage),
  to: z.optional(stage),
  /** Stages whose files lack the tooth. Its poses there are interpolated, or stay as last seen. */
  interpolated: z.optional(listUpTo(stage, stagesMax)),
  /** GLB nodes of its shape by stage, if the shape changes. Its poses are then best fits. */
  shapes: z.optional(listUpTo(lineSchemaUpTo(40), stagesMax)),
});

const attachment = z.strictObject({
  tooth: fdiSchema,
  type: optionKeySchemaFor('attachmentType'),
  surface,
  /** Middle, mm from the pivot along mesial, buccal and occlusal. */
  at: pointSchema,
  /** Size of the attachment in mm: mesiodistal, occlusogingival, depth. */
  size: z.tuple([length, length, length]),
  /** Rotation of the attachment about the direction of its depth, degrees. */
  turn: z.number().check(z.minimum(-180), z.maximum(180)),
  /** First and last aligner that it is worn with. */
  from: stage,
  to: stage,
});

const reduction = z.strictObject({
  contact: contactKeySchema,
  /** Enamel removed from both surfaces together, mm. */
  mm: z.number().check(z.minimum(0.05), z.maximum(1)),
  /** The aligner before which the IPR is done. */
  before: stage,
});

const cut = z.strictObject({
  tooth: fdiSchema,
  kind: z.enum(['button', 'hook']),
  surface,
  from: stage,
  to: stage,
});
const pontic = z.strictObject({ tooth: fdiSchema, from: stage, to: stage });

/** A GLB file of this bundle. */
const part = z.strictObject({ sha256, bytes: z.int().check(z.minimum(12)) });

const shape = z.strictObject({
  format: z.literal(bundleFormat),
  upperStages: stageCountSchema,
  lowerStages: stageCountSchema,
  teeth: listUpTo(tooth, 32).check(z.minLength(1, 'no-teeth')),
  /** Arches whose gums are among the shapes. */
  gums: listUpTo(z.enum(['upper', 'lower']), 2).check(distinct),
  attachments: listUpTo(attachment, 200),
  ipr: listUpTo(reduction, 100),
  cuts: listUpTo(cut, 100),
  pontics: listUpTo(pontic, 32),
  /** All shapes, and a coarse set for the first picture. */
  parts: z.strictObject({ teeth: part, coarse: part }),
});

/** Attachments of one tooth at most over a whole plan. */
const attachmentsMax = 12;

type Fault = { path: (string | number)[]; message: string; params?: { max: number } };

/** Whether the axes are not orthonormal. Handedness follows from the quadrant and is not checked. */
function crooked(axes: readonly number[]): boolean {
  const n = (i: number) => axes[i] ?? 0;
  const product = (a: number, b: number) =>
    n(3 * a) * n(3 * b) + n(3 * a + 1) * n(3 * b + 1) + n(3 * a + 2) * n(3 * b + 2);
  return [0, 1, 2].some(a => [0, 1, 2].some(b => Math.abs(product(a, b) - (a === b ? 1 : 0)) > 1e-4));
}

type PlanBundle = z.infer<typeof shape>;

function faultsOfTooth(bundle: PlanBundle, t: PlanBundle['teeth'][number], at: number): Fault[] {
  const stages = stageCountOf(bundle, archOf(t.fdi)) + 1;
  const faults: Fault[] = [];
  const fault = (field: string, message: string) => faults.push({ path: ['teeth', at, field], message });
  if (bundle.teeth.findIndex(other => other.fdi === t.fdi) !== at) fault('fdi', 'repeated');
  if (t.poses.length !== stages * numbersPerPose) fault('poses', 'poses-count');
  else
    for (let k = 0; k < stages; k++) {
      const q = t.poses.slice(k * numbersPerPose + 3, (k + 1) * numbersPerPose);
      if (Math.abs(Math.hypot(...q) - 1) > 1e-4) {
        fault('poses', 'not-rigid');
        break;
      }
    }
  for (const field of ['from', 'to'] as const) if ((t[field] ?? 0) >= stages) fault(field, 'stage-past-end');
  if ((t.from ?? 0) > (t.to ?? Infinity)) fault('to', 'range-order');
  if (crooked(t.axes)) fault('axes', 'axes-crooked');
  if (t.shapes && t.shapes.length !== stages) fault('shapes', 'poses-count');
  return faults;
}

/** Checks across fields: stages past the end, teeth that are absent. */
function faultsOf(bundle: PlanBundle): Fault[] {
  const known = new Set(bundle.teeth.map(t => t.fdi));
  const faults = bundle.teeth.flatMap((t, at) => faultsOfTooth(bundle, t, at));
  const within = (list: 'attachments' | 'cuts' | 'pontics', needsTooth: boolean) => {
    for (const [at, { tooth: number, from, to }] of bundle[list].entries()) {
      if (needsTooth && !known.has(number))
        faults.push({ path: [list, at, 'tooth'], message: 'tooth-absent' });
      if (to > stageCountOf(bundle, archOf(number)))
        faults.push({ path: [list, at, 'to'], message: 'stage-past-end' });
      if (from > to) faults.push({ path: [list, at, 'to'], message: 'range-order' });
    }
  };
  within('attachments', true);
  for (const [at, { tooth: number }] of bundle.attachments.entries())
    if (bundle.attachments.slice(0, at).filter(a => a.tooth === number).length === attachmentsMax) {
      const params = { max: attachmentsMax };
      faults.push({ path: ['attachments', at, 'tooth'], message: 'attachments-many', params });
    }
  within('cuts', true);
  within('pontics', false);
  for (const [at, { contact: key, before }] of bundle.ipr.entries()) {
    const pair = parseContact(key);
    if (!pair) continue;
    if (pair.some(number => !known.has(number)))
      faults.push({ path: ['ipr', at, 'contact'], message: 'tooth-absent' });
    if (before > stageCountOf(bundle, archOf(pair[0])))
      faults.push({ path: ['ipr', at, 'before'], message: 'stage-past-end' });
  }
  return faults;
}

/** Schema of plan.json. An issue's message is a dictionary word (`error:issue.<word>`). */
export const planBundleSchema = shape.check(ctx => {
  for (const fault of faultsOf(ctx.value)) ctx.issues.push({ code: 'custom', input: ctx.value, ...fault });
});
