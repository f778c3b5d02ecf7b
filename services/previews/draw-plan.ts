/**
 * Draws a plan from the front at five stages. Writes its shapes as a link exposes them, and its occlusal measures,
 * computed by the viewer's own rules.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { alignerWornAt } from '#events/plan/aligner-tasks.ts';
import { lastStage, type PlanBundle, stageWithin, teethPresentAt } from '#events/plan/bundle.ts';
import type { OcclusionByStage } from '#events/plan/occlusion.ts';
import { poseAtStage, rotate } from '#events/plan/pose.ts';
import { isPlainNodeName, posterStages } from '#events/share/shared-bundle.ts';
import { drawMesh } from '#workers/mesh/draw.ts';
import { decoderReady, readGlb } from '#workers/mesh/read-glb.ts';
import type { Mesh } from '#workers/mesh/weld.ts';
import { encoderReady, type NamedMesh, writeGlb } from '#workers/mesh/write-glb.ts';
import { occlusalCurvesOf } from '#workers/stages/curves.ts';
import { occlusionPart, posterParts, stagePart } from '../files/blobs.ts';
import { parsePlanBundle } from '../files/plan-bundle.ts';
import { createAttachmentShape } from './attachment-part.ts';
import type { DrawnParts } from './record-drawing.ts';

/** Size of a plan's picture: the width of a phone at two pixels to one. */
const [width, height] = [720, 480];
const quality = 80;
const enamel = [238, 232, 219];
const gum = [214, 150, 146];
const violet = [142, 98, 206];
/** Camera elevation in degrees. With 0, the cut upper surface of a jaw is not visible. */
const elevation = 0;

/** Moves a part to its position at a stage, in the axes of `drawMesh`: z up, the front at −y. */
function standing(bundle: PlanBundle, { name, mesh }: NamedMesh, stage: number): Float32Array {
  const tooth = bundle.teeth.find(t => String(t.fdi) === name);
  const pose = tooth && poseAtStage(tooth.poses, stageWithin(tooth, stage));
  const placed = new Float32Array(mesh.positions.length);
  for (let v = 0; v < placed.length; v += 3) {
    const [x = 0, y = 0, z = 0] = mesh.positions.subarray(v, v + 3);
    const [a, b, c] = pose ? rotate(pose.q, [x, y, z]) : [x, y, z];
    const [px, py, pz] = pose ? pose.p : [0, 0, 0];
    placed.set([a + px, -(c + pz), b + py], v);
  }
  return placed;
}

type Painted = NamedMesh & { colour: readonly number[] };

const painted = (part: NamedMesh): Painted => ({
  ...part,
  colour: part.name.startsWith('gum') ? gum : enamel,
});

/**
 * Returns the attachments worn during a stage. At the start, before bonding, there are none; at the goal, those that
 * are left after the last removal.
 */
function worn(bundle: PlanBundle, parts: readonly NamedMesh[], stage: number): Painted[] {
  if (stage === 0 || stage === lastStage(bundle)) return [];
  const there = teethPresentAt(bundle, stage);
  return bundle.attachments.flatMap(attachment => {
    const at = alignerWornAt(bundle, attachment, stage);
    const tooth = there.find(t => t.fdi === attachment.tooth);
    const crown = parts.find(({ name }) => name === String(attachment.tooth));
    if (!tooth || !crown || at < attachment.from || at > attachment.to) return [];
    return [{ name: crown.name, mesh: createAttachmentShape(attachment, tooth, crown.mesh), colour: violet }];
  });
}

/** Joins all parts, with a colour for each vertex. */
function whole(
  bundle: PlanBundle,
  parts: readonly Painted[],
  stage: number,
): { mesh: Mesh; paint: Uint8Array } {
  const vertices = parts.reduce((sum, { mesh }) => sum + mesh.positions.length, 0);
  const corners = parts.reduce((sum, { mesh }) => sum + mesh.indices.length, 0);
  const mesh = { positions: new Float32Array(vertices), indices: new Uint32Array(corners) };
  const paint = new Uint8Array(vertices);
  let [v, i] = [0, 0];
  for (const part of parts) {
    mesh.positions.set(standing(bundle, part, stage), v);
    for (let at = v; at < v + part.mesh.positions.length; at += 3) paint.set(part.colour, at);
    mesh.indices.set(
      part.mesh.indices.map(index => index + v / 3),
      i,
    );
    v += part.mesh.positions.length;
    i += part.mesh.indices.length;
  }
  return { mesh, paint };
}

/** Writes only the shapes, with 14 bits a coordinate. Drops anything else that another program wrote into the file. */
const given = (parts: readonly NamedMesh[]) => writeGlb(parts, { bits: 14 });

const partsOf = async (path: string) =>
  readGlb(await readFile(path)).filter(({ name }) => isPlainNodeName(name));

const measured = (bundle: PlanBundle, teeth: readonly NamedMesh[]): OcclusionByStage[] =>
  occlusalCurvesOf(bundle, teeth).map(({ measure, values, missing }) => ({ measure, values, missing }));

/**
 * Returns the gums, and the teeth that are in the mouth at a stage. A tooth that changes its shape is shown with its
 * first shape.
 */
const drawnAt = (bundle: PlanBundle, stage: number, parts: readonly NamedMesh[]): Painted[] => {
  const there = new Set(teethPresentAt(bundle, stage).map(({ fdi }) => String(fdi)));
  return parts.filter(({ name }) => name.startsWith('gum') || there.has(name)).map(painted);
};

/** Pictures of these stages with one common frame, so that they can be compared. */
async function drawStages(
  bundle: PlanBundle,
  coarse: readonly NamedMesh[],
  wanted: readonly { stage: number; path: string }[],
): Promise<void> {
  const [start, goal] = [0, lastStage(bundle)].map(
    stage => whole(bundle, drawnAt(bundle, stage, coarse), stage).mesh.positions,
  ) as [Float32Array, Float32Array];
  const frame = new Float32Array(start.length + goal.length);
  frame.set(start);
  frame.set(goal, start.length);
  for (const { stage, path } of wanted) {
    const drawn = drawnAt(bundle, stage, coarse);
    const { mesh, paint } = whole(bundle, [...drawn, ...worn(bundle, drawn, stage)], stage);
    const { rgba } = drawMesh(mesh, width, height, { elevation, paint, frame });
    await sharp(rgba, { raw: { width, height, channels: 4 } })
      .webp({ quality })
      .toFile(path);
  }
}

/**
 * Draws a plan.
 * @param beside paths of its shapes: all of them, and coarse
 * @throws Refusal if a file is not a plan's; then nothing is written
 */
export async function drawPlan(
  path: string,
  [teethPath = '', coarsePath = '']: readonly string[],
  into: string,
): Promise<DrawnParts['parts']> {
  await Promise.all([encoderReady, decoderReady]);
  const bundle = parsePlanBundle(await readFile(path));
  if (!bundle) return [];
  const [teeth, coarse] = [await partsOf(teethPath), await partsOf(coarsePath)];
  const wanted = posterStages(lastStage(bundle)).map((stage, at) => ({
    stage,
    path: join(into, posterParts[at] as string),
  }));
  await drawStages(bundle, coarse, wanted);
  await writeFile(join(into, 'teeth'), given(teeth));
  await writeFile(join(into, 'coarse'), given(coarse));
  await writeFile(join(into, occlusionPart), JSON.stringify(measured(bundle, teeth)));
  return [...posterParts, 'teeth', 'coarse', occlusionPart];
}

/** Draws one stage like `drawPlan`; nothing if the plan does not have it. */
export async function drawStage(
  path: string,
  [, coarsePath = '']: readonly string[],
  into: string,
  stage: number,
): Promise<DrawnParts['parts']> {
  await decoderReady;
  const bundle = parsePlanBundle(await readFile(path));
  if (!bundle || stage > lastStage(bundle)) return [];
  const part = stagePart(stage);
  await drawStages(bundle, await partsOf(coarsePath), [{ stage, path: join(into, part) }]);
  return [part];
}
