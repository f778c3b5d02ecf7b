/** What a link tells and hands out: facts of one version, never of a person. */
import type { CaseState } from '#events/case/case.ts';
import type { CaseFile } from '#events/case/files.ts';
import { angleEnds } from '#events/plan/angle-class.ts';
import { bolton, boltonKinds, widthsOf } from '#events/plan/bolton.ts';
import { lastStage, type PlanBundle } from '#events/plan/bundle.ts';
import { endsOf, type Measured } from '#events/plan/occlusion.ts';
import { reviewStatus } from '#events/plan/plan.ts';
import { doubtOf } from '#events/share/doubt.ts';
import type { Shared } from '#events/share/events.ts';
import type { ModelFacts, PlanDetails, PlanFacts, ShareFacts } from '#events/share/facts.ts';
import { modelOf, type Share, versionOf } from '#events/share/share.ts';
import { shownBundle, shownPosters, withoutName } from '#events/share/shown.ts';
import type { BlobName, Blobs, PlanPart } from '../files/blobs.ts';
import { occlusionPart, posterParts } from '../files/blobs.ts';
import { readPlan } from '../files/plan-bundle.ts';
import { coded } from '../http/compression.ts';
import { planMime } from '../previews/draw.ts';
import { occlusionIn } from '../previews/plan-occlusion.ts';
import type { Previews } from '../previews/previews.ts';
import { wearFacts } from './wear.ts';

export type PayloadDeps = { blobs: Blobs; previews: Previews };

/** A file that a link hands out: bytes as they are, or a text that was made for it. */
export type Handed = { mime: string } & ({ blob: BlobName } | { text: string });

const webp = 'image/webp';
const glb = 'model/gltf-binary';
const bundlesKept = 16;

type SharedPlan = Extract<Shared, { kind: 'plan' }>;
type Files = { json: CaseFile; teeth: CaseFile; coarse: CaseFile; bundle: PlanBundle };

/** As the case stands when the link is opened. */
function doubtIn(state: CaseState, { what }: Share) {
  if (what.kind !== 'plan') return null;
  const versions = state[what.list].map(p => ({ version: p.version, status: reviewStatus(p) }));
  return doubtOf(what.version, versions);
}

const detailsOf = (
  plan: PlanBundle,
  { list, version, bundle }: SharedPlan,
  measured: readonly Measured[] | null,
): PlanDetails => ({
  list,
  version,
  bundle,
  angles: { canine: angleEnds(plan, 'canine'), molar: angleEnds(plan, 'molar') },
  bolton: boltonKinds.map(of => {
    const { kind, ratio, missing, excess } = bolton(of, widthsOf(plan));
    return { kind, ratio, missing, excess };
  }),
  occlusion: measured?.map(endsOf) ?? null,
  attachments: plan.attachments.map(({ tooth, type, from, to }) => ({ tooth, type, from, to })),
  ipr: plan.ipr,
});

export function createPayloads({ blobs, previews }: PayloadDeps) {
  /** By their hash: what is in it is no person's. Null: it is no bundle. */
  const bundles = new Map<string, PlanBundle | null>();
  const bundleOf = async (json: CaseFile, orgId: string): Promise<PlanBundle | undefined> => {
    const known = bundles.get(json.sha256);
    if (known !== undefined) return known ?? undefined;
    if ((await blobs.size({ orgId, sha256: json.sha256 })) === undefined) return undefined;
    const bundle = await readPlan(blobs, orgId, [json]);
    const [oldest] = bundles.size < bundlesKept ? [] : bundles.keys();
    if (oldest !== undefined) bundles.delete(oldest);
    bundles.set(json.sha256, bundle);
    return bundle ?? undefined;
  };
  /** The version's files, where they are a bundle; its shapes are files of the same version, whatever it names. */
  const filesOf = async (share: Share, state: CaseState): Promise<Files | undefined> => {
    const files = versionOf(state, share.what)?.files ?? [];
    const json = files.find(f => f.mime === 'application/json');
    const bundle = json && (await bundleOf(json, state.orgId));
    if (!bundle) return undefined;
    const byHash = (sha256: string) => files.find(f => f.sha256 === sha256 && f.mime === glb);
    const teeth = byHash(bundle.parts.teeth.sha256);
    const coarse = byHash(bundle.parts.coarse.sha256);
    return teeth && coarse && { json, teeth, coarse, bundle };
  };
  const madeOf = ({ json, teeth, coarse }: Files, { orgId }: CaseState, part: PlanPart) => {
    const beside = [teeth, coarse].map(({ sha256 }) => ({ orgId, sha256 }));
    return previews.of({ orgId, sha256: json.sha256, mime: planMime, slot: null, beside }, part);
  };
  const handed = (blob: BlobName | undefined, mime: string): Handed | undefined => blob && { blob, mime };

  const modelPart = async (share: Share, state: CaseState, name: string) => {
    const model = modelOf(state, share.what);
    if (!model) return undefined;
    const from = { orgId: state.orgId, sha256: model.sha256, mime: model.mime, slot: model.slot };
    if (name === 'model.glb') return handed(await previews.of(from, 'mesh'), glb);
    if (name === 'poster.webp') return handed(await previews.of(from, 'picture'), webp);
    return undefined;
  };
  /** The plan as its reader gets it; the sizes are of the shapes that go with it. */
  const shownPart = async (share: Share, state: CaseState, files: Files): Promise<PlanBundle | undefined> => {
    const shown = shownBundle(files.bundle, share);
    const bytesOf = async (part: 'teeth' | 'coarse') => {
      const made = await madeOf(files, state, part);
      return made && blobs.size(made);
    };
    const [teeth, coarse] = [await bytesOf('teeth'), await bytesOf('coarse')];
    if (teeth === undefined || coarse === undefined) return undefined;
    const parts = {
      teeth: { ...shown.parts.teeth, bytes: teeth },
      coarse: { ...shown.parts.coarse, bytes: coarse },
    };
    return { ...shown, parts };
  };
  const jsonPart = async (share: Share, state: CaseState, files: Files): Promise<Handed | undefined> => {
    const bundle = await shownPart(share, state, files);
    return bundle && { mime: 'application/json', text: JSON.stringify(bundle) };
  };
  /** What a 3D view of it loads, over the wire. */
  const bytesOf = async (share: Share, state: CaseState, files: Files): Promise<number | null> => {
    const bundle = await shownPart(share, state, files);
    if (!bundle) return null;
    const { teeth, coarse } = bundle.parts;
    const { body } = await coded(JSON.stringify(bundle), 'br');
    return teeth.bytes + coarse.bytes + body.length;
  };
  const planPart = async (share: Share, state: CaseState, name: string): Promise<Handed | undefined> => {
    const files = await filesOf(share, state);
    if (!files) return undefined;
    if (name === 'plan.json') return jsonPart(share, state, files);
    const shapes = { teeth: files.teeth, coarse: files.coarse };
    for (const part of ['teeth', 'coarse'] as const)
      if (name === `${part}.glb` || name === `${shapes[part].sha256}.glb`)
        return handed(await madeOf(files, state, part), glb);
    const posters = shownPosters(lastStage(files.bundle), share);
    const poster = posters.find(({ stage }) => name === `poster-${stage}.webp`);
    const part = poster && posterParts[poster.at];
    return part && handed(await madeOf(files, state, part), webp);
  };

  /** For a colleague. */
  const details = async (share: Share, state: CaseState, files: Files): Promise<PlanDetails | null> => {
    if (share.audience !== 'colleague' || share.what.kind !== 'plan') return null;
    const measured = await occlusionIn(blobs, await madeOf(files, state, occlusionPart));
    return detailsOf(shownBundle(files.bundle, share), share.what, measured);
  };
  /** Facts of a version; counts and the instructions where they go along. */
  const planFacts = async (share: Share, state: CaseState): Promise<PlanFacts | null> => {
    const version = versionOf(state, share.what);
    if (!version) return null;
    const files = await filesOf(share, state);
    const { upperStages, lowerStages, instructions } = version;
    const { scope } = share;
    const name = state.sections.patient.name;
    // Written for whoever treats: a link from before `notes` was theirs alone may still ask for them.
    const told = scope.notes && share.audience === 'colleague';
    return {
      doubt: doubtIn(state, share),
      upperStages,
      lowerStages,
      attachments: files ? new Set(files.bundle.attachments.map(a => a.tooth)).size : null,
      instructions: told && instructions !== null ? withoutName(instructions, name) : null,
      details: files ? await details(share, state, files) : null,
      posters: files ? shownPosters(lastStage(files.bundle), share).map(({ stage }) => stage) : [],
      bytes: files ? await bytesOf(share, state, files) : null,
    };
  };
  const modelFacts = async (share: Share, state: CaseState): Promise<ModelFacts | null> => {
    const model = modelOf(state, share.what);
    if (!model) return null;
    const mesh = await modelPart(share, state, 'model.glb');
    const bytes = mesh && 'blob' in mesh ? await blobs.size(mesh.blob) : undefined;
    return { slot: model.slot, bytes: bytes ?? null };
  };

  return {
    /** What GET /api/shares/{key} tells. `of`: the organisation. */
    facts: async (
      share: Share,
      state: CaseState,
      of: Pick<ShareFacts, 'clinic' | 'zone' | 'phone'>,
    ): Promise<ShareFacts> => ({
      for: share.audience,
      lang: share.lang,
      expiresAt: share.expiresAt,
      scope: share.scope,
      ...of,
      plan: await planFacts(share, state),
      model: await modelFacts(share, state),
      wear: wearFacts(share, state),
    }),
    /** A file by its name in the link; undefined where the link has none of that name. */
    part: async (share: Share, state: CaseState, name: string): Promise<Handed | undefined> =>
      share.what.kind === 'model' ? modelPart(share, state, name) : planPart(share, state, name),
    /** Draws what the page will show, so that nobody waits for it. */
    warm: async (share: Share, state: CaseState): Promise<void> => {
      if (share.what.kind === 'wear') return;
      const first = share.what.kind === 'model' ? 'poster.webp' : 'poster-0.webp';
      const load = share.what.kind === 'model' ? modelPart : planPart;
      await load(share, state, first);
    },
  };
}
