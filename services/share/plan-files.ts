/** Bundle files of a shared version: as uploaded, and as the link's reader receives them. */
import type { CaseState } from '#events/case/case.ts';
import type { CaseFile } from '#events/case/files.ts';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { type Share, sharedVersionOf } from '#events/share/share.ts';
import { bundleShownByLink } from '#events/share/shared-bundle.ts';
import type { Blobs, PlanPart } from '../files/blobs.ts';
import { readPlanBundle } from '../files/plan-bundle.ts';
import { planMime } from '../previews/record-drawing.ts';
import { glbMime, type LinkPayloadDeps } from './link-file.ts';

const bundlesKept = 16;

export type SharedPlanFiles = { json: CaseFile; teeth: CaseFile; coarse: CaseFile; bundle: PlanBundle };

/** Caches bundles by hash. A bundle has no personal data. */
function createBundles(blobs: Blobs) {
  /** Parsed bundles by hash; null for a file that is not a bundle. */
  const bundles = new Map<string, PlanBundle | null>();
  return async (json: CaseFile, orgId: string): Promise<PlanBundle | undefined> => {
    const known = bundles.get(json.sha256);
    if (known !== undefined) return known ?? undefined;
    if ((await blobs.size({ orgId, sha256: json.sha256 })) === undefined) return undefined;
    const bundle = await readPlanBundle(blobs, orgId, [json]);
    const [oldest] = bundles.size < bundlesKept ? [] : bundles.keys();
    if (oldest !== undefined) bundles.delete(oldest);
    bundles.set(json.sha256, bundle);
    return bundle ?? undefined;
  };
}

export function createSharedPlanFiles({ blobs, previews }: LinkPayloadDeps) {
  const bundleOf = createBundles(blobs);
  /** Returns the version's bundle files, if any. Files that plan.json names must belong to the same version. */
  const filesOf = async (share: Share, state: CaseState): Promise<SharedPlanFiles | undefined> => {
    const files = sharedVersionOf(state, share.what)?.files ?? [];
    const json = files.find(f => f.mime === 'application/json');
    const bundle = json && (await bundleOf(json, state.orgId));
    if (!bundle) return undefined;
    const byHash = (sha256: string) => files.find(f => f.sha256 === sha256 && f.mime === glbMime);
    const teeth = byHash(bundle.parts.teeth.sha256);
    const coarse = byHash(bundle.parts.coarse.sha256);
    return teeth && coarse && { json, teeth, coarse, bundle };
  };
  const madeOf = ({ json, teeth, coarse }: SharedPlanFiles, { orgId }: CaseState, part: PlanPart) => {
    const beside = [teeth, coarse].map(({ sha256 }) => ({ orgId, sha256 }));
    return previews.of({ orgId, sha256: json.sha256, mime: planMime, slot: null, beside }, part);
  };
  /** The plan as its reader receives it, with the sizes of the shapes sent. */
  const shownPart = async (
    share: Share,
    state: CaseState,
    files: SharedPlanFiles,
  ): Promise<PlanBundle | undefined> => {
    const shown = bundleShownByLink(files.bundle, share);
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
  return { filesOf, madeOf, shownPart };
}
