/** A plan in 3D with its controls: switches, cube, labels, stages. */
import { useAtomValue } from 'jotai/react';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lastStage } from '#events/plan/bundle.ts';
import type { VersionListName } from '#events/plan/discussion-events.ts';
import { comparePlanVersions, differingTeeth } from '#events/plan/version-difference.ts';
import { archOf } from '#events/tooth/fdi.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import {
  ComparisonCaptions,
  ComparisonReferenceBar,
  DifferingTeethCount,
  GhostSlider,
  HeatScale,
} from './Comparison.tsx';
import { KeysHelp } from './KeysHelp.tsx';
import { createLabelAnchorRegistry } from './label-anchors.ts';
import { comparedVersionAtom, comparisonModeAtom } from './layers.ts';
import { MovementTip } from './MovementTip.tsx';
import type { OverjetEnds } from './OverjetLine.tsx';
import { OtherPlanNumbers, PictureLabels } from './PictureLabels.tsx';
import { PlaybackBar } from './PlaybackBar.tsx';
import { player } from './player.ts';
import { StageScrubber } from './StageScrubber.tsx';
import type { PlanSource } from './scene/useShapes.ts';
import {
  HiddenArchNote,
  LayerButtons,
  RulerReadout,
  SectionPlaneBar,
  ToolButtons,
  ViewButtons,
} from './Toolbar.tsx';
import { useViewerKeys } from './useViewerKeys.ts';
import { ViewCube } from './ViewCube.tsx';
import { archesInPlanAtom } from './view-state.ts';
import styles from './viewer.module.css';

const PlanCanvas = lazy(() =>
  import('./scene/PlanCanvas.tsx').then(module => ({ default: module.PlanCanvas })),
);

export type { PlanSource };

type Detail = 'loading' | 'coarse' | 'fine' | 'failed' | 'lost';

type Props = {
  source: PlanSource;
  /** Another version to compare with. */
  other?: PlanSource | null;
  /** Shown until the shapes are loaded, and permanently without WebGL. */
  poster?: ReactNode;
  /** Other versions offered for comparison. */
  versions?: readonly number[];
  /** List and number of the version shown. */
  list?: VersionListName;
  version?: number;
  /** Ends of the overjet's line at each stage, if measured. */
  jet?: OverjetEnds;
  /** Receives the level of detail loaded. `none`: this browser cannot show 3D. */
  onDetail?: (detail: Detail | 'none') => void;
  children?: ReactNode;
};

/** Status over the picture until it is complete. */
function State({ detail }: { detail: Detail }) {
  const { t } = useTranslation('viewer');
  if (detail === 'fine') return null;
  return (
    <p className={styles.state} role="status" data-detail={detail}>
      {t(`detail.${detail}`)}
    </p>
  );
}

export function Viewer({
  source,
  other = null,
  poster,
  versions = [],
  list,
  version,
  jet,
  onDetail,
  children,
}: Props) {
  const { t } = useTranslation('viewer');
  const [mounted, setMounted] = useState(false);
  const [detail, setDetail] = useState<Detail>('loading');
  const [none, setNone] = useState(false);
  const anchors = useMemo(createLabelAnchorRegistry, []);
  const otherAnchors = useMemo(createLabelAnchorRegistry, []);
  const how = useAtomValue(comparisonModeAtom);
  const against = useAtomValue(comparedVersionAtom);
  const comparing = how !== 'none' && against !== null;
  const differing = useMemo(
    () => (comparing && other ? differingTeeth(comparePlanVersions(other.bundle, source.bundle)) : []),
    [comparing, other, source.bundle],
  );
  useViewerKeys();
  useEffect(() => {
    const rows = new Set(source.bundle.teeth.map(({ fdi }) => archOf(fdi)));
    screenStore.set(
      archesInPlanAtom,
      (['upper', 'lower'] as const).filter(row => rows.has(row)),
    );
  }, [source.bundle]);
  useEffect(() => setMounted(true), []);
  useEffect(() => player.lengthen(lastStage(source.bundle)), [source.bundle]);
  useEffect(() => () => player.pause(), []);
  useEffect(() => onDetail?.(none ? 'none' : detail), [onDetail, none, detail]);
  const onNone = useCallback(() => setNone(true), []);
  return (
    <section className={styles.viewer} aria-label={t('viewer')}>
      <div className={styles.viewport} data-detail={none ? 'none' : detail}>
        {(none || detail === 'loading') && <div className={styles.poster}>{poster}</div>}
        {mounted && !none && (
          <Suspense fallback={null}>
            <PlanCanvas
              className={styles.canvas}
              source={source}
              other={other}
              anchors={anchors}
              otherAnchors={otherAnchors}
              onDetail={setDetail}
              onNone={onNone}
            />
          </Suspense>
        )}
        {!mounted && <Skeleton lines={1} label={t('detail.loading')} />}
        {none ? (
          <p className={styles.state} role="status">
            {t('noWebgl')}
          </p>
        ) : (
          <>
            <PictureLabels
              bundle={source.bundle}
              anchors={anchors}
              list={list}
              version={version}
              differing={differing}
              jet={jet}
            />
            {how === 'beside' && (
              <OtherPlanNumbers bundle={(other ?? source).bundle} anchors={otherAnchors} />
            )}
            <State detail={detail} />
            <div className={styles.topLeft}>
              <LayerButtons />
              <SectionPlaneBar />
              <RulerReadout />
            </div>
            <div className={styles.topRight}>
              <ViewCube />
              <HiddenArchNote />
            </div>
            <div className={styles.bottom}>
              <div className={styles.comparing}>
                <ComparisonReferenceBar bundle={source.bundle} versions={versions} />
                <GhostSlider />
                {comparing && other && <DifferingTeethCount teeth={differing} />}
                <HeatScale />
              </div>
              <div className={styles.foot}>
                <ToolButtons />
                <ViewButtons />
                <KeysHelp />
              </div>
            </div>
            <ComparisonCaptions version={version} />
            <MovementTip bundle={source.bundle} />
          </>
        )}
        {children}
      </div>
      <div className={styles.stages}>
        <PlaybackBar bundle={source.bundle} />
        <StageScrubber bundle={source.bundle} />
      </div>
    </section>
  );
}
