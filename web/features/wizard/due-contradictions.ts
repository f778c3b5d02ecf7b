/** Decides when a contradiction is shown: missing marks do not count before their own page. Pure. */
import { marksOf } from '#events/case/markers.ts';
import type { Contradiction } from '#events/contradiction/contradictions.ts';
import { isUnmarked } from '#events/tooth/marks.ts';
import type { EditableSections } from './fields.ts';
import { type WizardStep, wizardSteps } from './steps.ts';

/** A case cannot be submitted without confirmed markers, so every contradiction is shown before that. */
export function contradictionsToShow(
  clashes: readonly Contradiction[],
  step: WizardStep,
  { markers }: Pick<EditableSections, 'markers'>,
): Contradiction[] {
  const reached = wizardSteps.indexOf(step) >= wizardSteps.indexOf('transparentMarkerNew');
  if (reached || markers.confirmed || !isUnmarked(marksOf(markers))) return [...clashes];
  return clashes.filter(({ at }) => at.section !== 'markers');
}
