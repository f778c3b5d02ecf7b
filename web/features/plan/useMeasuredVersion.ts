/** One version of a plan or target with the comparison and the measurements that its room shows. */
import { useCallback, useState } from 'react';
import type { VersionListName } from '#events/plan/discussion-events.ts';
import type { CaseView, PlanItem } from '#projections/case/view.ts';
import { useBundle } from '#web/features/viewer/useBundle.ts';
import { useCurves } from '#web/features/viewer/useCurves.ts';
import { useBundles } from './useBundles.ts';
import { hasPlanShapes, useToothContacts } from './useToothContacts.ts';

export type MeasuredVersion = ReturnType<typeof useMeasuredVersion>;

/**
 * @param plan undefined while there is none
 * @param decides whether this person decides on the version: its contacts are measured at once
 */
export function useMeasuredVersion(
  view: CaseView,
  list: VersionListName,
  plan: PlanItem | undefined,
  decides: boolean,
) {
  const bundles = useBundles(view, list, plan?.version);
  const { bundle, state } = bundles;
  const [first = null] = view[list];
  const firstBundle = useBundle(plan && first !== plan ? first : null);
  const curves = useCurves(plan, bundle);
  const [seen, setSeen] = useState(false);
  const onContactsSeen = useCallback(() => setSeen(true), []);
  // The measurement takes about a second of a core, so it runs only for people who decide, and for people who open the
  // panel.
  const contacts = useToothContacts(plan, bundle, curves !== undefined && (decides || seen));
  const isReading = state === 'reading' || firstBundle === undefined;
  return {
    ...bundles,
    /** The first version, to compare with; null if there is none. */
    compared: first && { version: first.version, bundle: firstBundle ?? null },
    curves,
    contacts,
    onContactsSeen,
    shaped: hasPlanShapes(plan, bundle),
    /** The step that the measurement waits for; null if it is complete. */
    waits: isReading ? ('reading' as const) : contacts === undefined ? ('measuring' as const) : null,
  };
}
