/** Facts and files of a share link. They are about one version, never about a person. */
import type { CaseState } from '#events/case/case.ts';
import type { SharedModelFacts, ShareFacts } from '#events/share/facts.ts';
import { type Share, sharedModelOf } from '#events/share/share.ts';
import { glbMime, type LinkFile, type LinkPayloadDeps, linkFileOfBlob, webpMime } from './link-file.ts';
import { createPlanPayloads } from './plan-payload.ts';
import { sharedWearFactsOf } from './wear-facts.ts';

export function createLinkPayloads(deps: LinkPayloadDeps) {
  const { blobs, previews } = deps;
  const plans = createPlanPayloads(deps);
  const modelPart = async (share: Share, state: CaseState, name: string) => {
    const model = sharedModelOf(state, share.what);
    if (!model) return undefined;
    const from = { orgId: state.orgId, sha256: model.sha256, mime: model.mime, slot: model.slot };
    if (name === 'model.glb') return linkFileOfBlob(await previews.of(from, 'mesh'), glbMime);
    if (name === 'poster.webp') return linkFileOfBlob(await previews.of(from, 'picture'), webpMime);
    return undefined;
  };
  const modelFacts = async (share: Share, state: CaseState): Promise<SharedModelFacts | null> => {
    const model = sharedModelOf(state, share.what);
    if (!model) return null;
    const mesh = await modelPart(share, state, 'model.glb');
    const bytes = mesh && 'blob' in mesh ? await blobs.size(mesh.blob) : undefined;
    return { slot: model.slot, bytes: bytes ?? null };
  };

  return {
    /** Answer of GET /api/shares/{key}. `of`: the organisation. */
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
      plan: await plans.facts(share, state),
      model: await modelFacts(share, state),
      wear: sharedWearFactsOf(share, state),
    }),
    /** Returns a file by its name in the link; undefined for an unknown name. */
    part: async (share: Share, state: CaseState, name: string): Promise<LinkFile | undefined> =>
      share.what.kind === 'model' ? modelPart(share, state, name) : plans.part(share, state, name),
    /** Draws the page's pictures ahead of the first visit. */
    warm: async (share: Share, state: CaseState): Promise<void> => {
      if (share.what.kind === 'wear') return;
      const first = share.what.kind === 'model' ? 'poster.webp' : 'poster-0.webp';
      const load = share.what.kind === 'model' ? modelPart : plans.part;
      await load(share, state, first);
    },
  };
}
