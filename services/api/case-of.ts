/** The case that a path names, and what a command on it that was repeated answers with. */
import { Refusal } from '#events/errors.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { PresentCtx } from '#projections/present.ts';
import type { Performed } from '../command/perform.ts';
import type { Deps } from './deps.ts';

/** @throws Refusal caseIdMissing */
export function caseIdOf(text: string): string {
  const id = text.trim();
  if (id === '') throw new Refusal('caseIdMissing');
  return id;
}

/** For what is not there, and for what may not be seen alike. */
export const notThere = () => new Refusal('caseUnknown');

/** The case that a path names, as this person sees it. @throws Refusal caseIdMissing, caseUnknown */
export function seenCase(
  { models }: Pick<Deps, 'models'>,
  { ctx, param }: { ctx: PresentCtx; param: (name: string) => string },
): CaseView {
  const view = models.caseView(ctx, caseIdOf(param('id')));
  if (!view) throw notThere();
  return view;
}

/** What a repeated command that changed nothing answers with: the case as it stood then. */
type Nothing = { position: bigint; revision: number };
export const asThen = async (deps: Deps, caseId: string, n: Nothing): Promise<Performed> => ({
  position: n.position,
  state: await deps.streams.stateAt(caseId, n.revision),
  appended: false,
  repeated: true,
});
