/** The 3D picture of a version, with another version next to it if one is chosen. */
import { useAtomValue } from 'jotai/react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lastStage } from '#events/plan/bundle.ts';
import type { VersionListName } from '#events/plan/discussion-events.ts';
import type { PlanItem } from '#projections/case/view.ts';
import { findPlanJson } from '#web/features/viewer/bundle.ts';
import { comparedVersionAtom, comparisonReferenceAtom, GOAL_STAGE } from '#web/features/viewer/layers.ts';
import { useBundle } from '#web/features/viewer/useBundle.ts';
import type { MeasureCurves } from '#web/features/viewer/useCurves.ts';
import { type PlanSource, Viewer } from '#web/features/viewer/Viewer.tsx';
import { screenStore } from '#web/lib/screen-store.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const fileUrl = (id: string) => `/api/files/${id}`;

function usePlanSource(plan: PlanItem | null | undefined): PlanSource | null {
  const bundle = useBundle(plan);
  const files = plan?.files;
  return useMemo(() => {
    if (!bundle || !files) return null;
    const ids = new Map(files.map(file => [file.sha256, file.id]));
    return { bundle, partUrl: sha256 => fileUrl(ids.get(sha256) ?? sha256) };
  }, [bundle, files]);
}

type Props = {
  list: VersionListName;
  plan: PlanItem;
  /** All versions; those with shapes can be compared. */
  versions: readonly PlanItem[];
  /** Replaces the picture of a version without plan data. */
  plain: ReactNode;
  curves?: MeasureCurves | null;
};

export function PlanViewer({ list, plan, versions, plain, curves }: Props) {
  const { t } = useTranslation('viewer');
  const bundle = useBundle(plan);
  const source = usePlanSource(plan);
  const chosen = useAtomValue(comparedVersionAtom);
  const others = versions.filter(p => p.version !== plan.version && findPlanJson(p.files));
  const previous = others.findLast(p => p.version < plan.version);
  const before = previous?.version;
  const earlier = useBundle(previous);
  // In plans of different length, equal aligner numbers are not comparable: only the goals are.
  const alike = !bundle || !earlier || lastStage(bundle) === lastStage(earlier);
  // Compares another version, or another case, with its preceding version again.
  useEffect(
    () =>
      screenStore.set(
        comparisonReferenceAtom,
        before === undefined
          ? { version: null, stage: 0 }
          : { version: before, stage: alike ? 'same' : GOAL_STAGE },
      ),
    [before, alike],
  );
  const otherSource = usePlanSource(others.find(p => p.version === chosen));
  if (bundle === undefined) return <Skeleton lines={6} label={t('detail.loading')} />;
  if (!source)
    return (
      <div className="page stack">
        <Banner tone="info">{t('plainFiles')}</Banner>
        {plain}
      </div>
    );
  return (
    <Viewer
      key={plan.bundle}
      source={source}
      other={otherSource}
      list={list}
      version={plan.version}
      jet={curves?.get('overjet')?.ends}
      versions={others.map(p => p.version)}
    />
  );
}
