/** Finds the case that a path names. */
import { seesCase } from '#events/case/permissions.ts';
import { Refusal } from '#events/errors.ts';
import type { Viewer } from '#events/person/position.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { PresentCtx } from '#projections/present.ts';
import type { ApiDeps } from './deps.ts';

/** @throws Refusal caseIdMissing */
export function parseCaseId(text: string): string {
  const id = text.trim();
  if (id === '') throw new Refusal('caseIdMissing');
  return id;
}

/** The same refusal for a missing case and for one that the viewer may not see. */
export const createCaseUnknownRefusal = () => new Refusal('caseUnknown');

/** The case that a path names, as the viewer may see it. @throws Refusal caseIdMissing, caseUnknown */
export function findVisibleCase(
  { models }: Pick<ApiDeps, 'models'>,
  { ctx, param }: { ctx: PresentCtx; param: (name: string) => string },
): CaseView {
  const view = models.caseView(ctx, parseCaseId(param('id')));
  if (!view) throw createCaseUnknownRefusal();
  return view;
}

/** @throws Refusal caseUnknown */
export async function assertCaseVisible(
  { streams }: Pick<ApiDeps, 'streams'>,
  viewer: Viewer,
  caseId: string,
): Promise<void> {
  const state = await streams.load(caseId);
  if (state.revision < 0 || !seesCase(viewer, state)) throw createCaseUnknownRefusal();
}
