/** A plan in three dimensions with all that belongs over it: switches, cube, numbers, stages. */
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lastStage } from '#events/plan/bundle.ts';
import type { VersionList } from '#events/plan/discussion-events.ts';
import { differingTeeth, versionDifference } from '#events/plan/version-difference.ts';
import { arch } from '#events/tooth/fdi.ts';
import { useStore } from '#web/lib/store.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { createAnchors } from './anchors.ts';
import { Cube } from './Cube.tsx';
import { KeysHelp } from './KeysHelp.tsx';
import { compare, reference } from './layers.ts';
import { archesThere } from './looking.ts';
import { Marks, OtherNumbers } from './Marks.tsx';
import type { OverjetEnds } from './OverjetLine.tsx';
import { Playing } from './Playing.tsx';
import { player } from './player.ts';
import { Captions, Differing, GhostSlider, HeatScale, ReferenceBar } from './Reference.tsx';
import { Scrubber } from './Scrubber.tsx';
import type { Source } from './scene/model.ts';
import { Tip } from './Tip.tsx';
import { HiddenArchNote, LayerBar, Ruler, SectionBar, ToolBar, ViewBar } from './Toolbar.tsx';
import { useViewerKeys } from './useViewerKeys.ts';
import styles from './viewer.module.css';

const Picture = lazy(() => import('./scene/Picture.tsx').then(module => ({ default: module.Picture })));

export type PlanSource = Source;
type Detail = 'loading' | 'coarse' | 'fine' | 'failed' | 'lost';

type Props = {
  source: PlanSource;
  /** Another version to compare with. */
  other?: PlanSource | null;
  /** ShownLayers until the shapes are there, and instead of them where there is no WebGL. */
  poster?: ReactNode;
  /** Other versions that it can be compared with. */
  versions?: readonly number[];
  /** The version that is shown. */
  list?: VersionList;
  version?: number;
  /** Between which places the overjet lies at each stage, where that is measured. */
  jet?: OverjetEnds;
  /** Hears how much of it is there; `none`: this browser shows no 3D. */
  onDetail?: (detail: Detail | 'none') => void;
  children?: ReactNode;
};

/** What stands over the picture while it is not whole. */
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
  const anchors = useMemo(createAnchors, []);
  const otherAnchors = useMemo(createAnchors, []);
  const how = useStore(compare);
  const against = useStore(reference).version;
  const comparing = how !== 'none' && against !== null;
  const differing = useMemo(
    () => (comparing && other ? differingTeeth(versionDifference(other.bundle, source.bundle)) : []),
    [comparing, other, source.bundle],
  );
  useViewerKeys();
  useEffect(() => {
    const rows = new Set(source.bundle.teeth.map(({ fdi }) => arch(fdi)));
    archesThere.set((['upper', 'lower'] as const).filter(row => rows.has(row)));
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
            <Picture
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
            <Marks
              bundle={source.bundle}
              anchors={anchors}
              list={list}
              version={version}
              differing={differing}
              jet={jet}
            />
            {how === 'beside' && <OtherNumbers bundle={(other ?? source).bundle} anchors={otherAnchors} />}
            <State detail={detail} />
            <div className={styles.topLeft}>
              <LayerBar />
              <SectionBar />
              <Ruler />
            </div>
            <div className={styles.topRight}>
              <Cube />
              <HiddenArchNote />
            </div>
            <div className={styles.bottom}>
              <div className={styles.comparing}>
                <ReferenceBar bundle={source.bundle} versions={versions} />
                <GhostSlider />
                {comparing && other && <Differing teeth={differing} />}
                <HeatScale />
              </div>
              <div className={styles.foot}>
                <ToolBar />
                <ViewBar />
                <KeysHelp />
              </div>
            </div>
            <Captions version={version} />
            <Tip bundle={source.bundle} />
          </>
        )}
        {children}
      </div>
      <div className={styles.stages}>
        <Playing bundle={source.bundle} />
        <Scrubber bundle={source.bundle} />
      </div>
    </section>
  );
}
