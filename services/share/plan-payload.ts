/** A plan in a share link: its facts, and its files within the scope. */
import type { CaseState } from '#events/case/case.ts';
import { angleClassesAtStartAndGoal } from '#events/plan/angle-class.ts';
import { boltonKinds, computeBolton, goalToothWidths } from '#events/plan/bolton.ts';
import { lastStage, type PlanBundle } from '#events/plan/bundle.ts';
import { type OcclusionByStage, occlusionAtStartAndGoal } from '#events/plan/occlusion.ts';
import { reviewStatus } from '#events/plan/plan.ts';
import type { SharedContent } from '#events/share/events.ts';
import type { SharedPlanDetails, SharedPlanFacts } from '#events/share/facts.ts';
import { type Share, sharedVersionOf } from '#events/share/share.ts';
import { bundleShownByLink, postersShownByLink, withoutPatientName } from '#events/share/shared-bundle.ts';
import { versionWarning } from '#events/share/version-warning.ts';
import { occlusionPart, posterParts } from '../files/blobs.ts';
import { compressText } from '../http/compression.ts';
import { readOcclusion } from '../previews/plan-occlusion.ts';
import { glbMime, type LinkFile, type LinkPayloadDeps, linkFileOfBlob, webpMime } from './link-file.ts';
import { createSharedPlanFiles, type SharedPlanFiles } from './plan-files.ts';

type SharedPlan = Extract<SharedContent, { kind: 'plan' }>;

/** Returns the plan's review status at the moment when the link is opened. */
function doubtIn(state: CaseState, { what }: Share) {
  if (what.kind !== 'plan') return null;
  const versions = state[what.list].map(p => ({ version: p.version, status: reviewStatus(p) }));
  return versionWarning(what.version, versions);
}

const detailsOf = (
  plan: PlanBundle,
  { list, version, bundle }: SharedPlan,
  measured: readonly OcclusionByStage[] | null,
): SharedPlanDetails => ({
  list,
  version,
  bundle,
  angles: {
    canine: angleClassesAtStartAndGoal(plan, 'canine'),
    molar: angleClassesAtStartAndGoal(plan, 'molar'),
  },
  bolton: boltonKinds.map(of => {
    const { kind, ratio, missing, excess } = computeBolton(of, goalToothWidths(plan));
    return { kind, ratio, missing, excess };
  }),
  occlusion: measured?.map(occlusionAtStartAndGoal) ?? null,
  attachments: plan.attachments.map(({ tooth, type, from, to }) => ({ tooth, type, from, to })),
  ipr: plan.ipr,
});

export function createPlanPayloads(deps: LinkPayloadDeps) {
  const { filesOf, madeOf, shownPart } = createSharedPlanFiles(deps);
  const jsonPart = async (
    share: Share,
    state: CaseState,
    files: SharedPlanFiles,
  ): Promise<LinkFile | undefined> => {
    const bundle = await shownPart(share, state, files);
    return bundle && { mime: 'application/json', text: JSON.stringify(bundle) };
  };
  /** Returns the bytes that the link's 3D view transfers. */
  const bytesOf = async (share: Share, state: CaseState, files: SharedPlanFiles): Promise<number | null> => {
    const bundle = await shownPart(share, state, files);
    if (!bundle) return null;
    const { teeth, coarse } = bundle.parts;
    const { body } = await compressText(JSON.stringify(bundle), 'br');
    return teeth.bytes + coarse.bytes + body.length;
  };
  const part = async (share: Share, state: CaseState, name: string): Promise<LinkFile | undefined> => {
    const files = await filesOf(share, state);
    if (!files) return undefined;
    if (name === 'plan.json') return jsonPart(share, state, files);
    const shapes = { teeth: files.teeth, coarse: files.coarse };
    for (const part of ['teeth', 'coarse'] as const)
      if (name === `${part}.glb` || name === `${shapes[part].sha256}.glb`)
        return linkFileOfBlob(await madeOf(files, state, part), glbMime);
    const posters = postersShownByLink(lastStage(files.bundle), share);
    const poster = posters.find(({ stage }) => name === `poster-${stage}.webp`);
    const part = poster && posterParts[poster.at];
    return part && linkFileOfBlob(await madeOf(files, state, part), webpMime);
  };

  /** Details for a colleague. */
  const details = async (
    share: Share,
    state: CaseState,
    files: SharedPlanFiles,
  ): Promise<SharedPlanDetails | null> => {
    if (share.audience !== 'colleague' || share.what.kind !== 'plan') return null;
    const measured = await readOcclusion(deps.blobs, await madeOf(files, state, occlusionPart));
    return detailsOf(bundleShownByLink(files.bundle, share), share.what, measured);
  };
  /** Facts of a version, with counts and instructions if the scope includes them. */
  const facts = async (share: Share, state: CaseState): Promise<SharedPlanFacts | null> => {
    const version = sharedVersionOf(state, share.what);
    if (!version) return null;
    const files = await filesOf(share, state);
    const { upperStages, lowerStages, instructions } = version;
    const { scope } = share;
    const name = state.sections.patient.name;
    // Instructions are for clinicians only, but links of older releases may include them for another audience.
    const told = scope.notes && share.audience === 'colleague';
    return {
      doubt: doubtIn(state, share),
      upperStages,
      lowerStages,
      attachments: files ? new Set(files.bundle.attachments.map(a => a.tooth)).size : null,
      instructions: told && instructions !== null ? withoutPatientName(instructions, name) : null,
      details: files ? await details(share, state, files) : null,
      posters: files ? postersShownByLink(lastStage(files.bundle), share).map(({ stage }) => stage) : [],
      bytes: files ? await bytesOf(share, state, files) : null,
    };
  };
  return { part, facts };
}
