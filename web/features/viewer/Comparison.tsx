/**
 * Controls of a comparison with another stage or another version: the reference, its density, and captions.
 */
import { useAtomValue } from 'jotai/react';
import { useTranslation } from 'react-i18next';
import { lastStage, type PlanBundle } from '#events/plan/bundle.ts';
import type { Fdi } from '#events/tooth/fdi.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { jumpToTooth } from './jump-to-tooth.ts';
import {
  type ComparisonReference,
  comparedVersionAtom,
  comparisonModeAtom,
  comparisonReferenceAtom,
  GOAL_STAGE,
  ghostColour,
  ghostDensityAtom,
  ghostStep,
  heatScaleColours,
  heatScaleMax,
  layerVisibilityAtoms,
  setGhostDensity,
} from './layers.ts';
import { useStageNameFormatter } from './useStageNameFormatter.ts';
import styles from './viewer.module.css';
import { chosenToothAtom, shownStageAtom } from './viewer-state.ts';

/**
 * Encodes a reference as an option's value: `3` is a stage of this plan, `v1` version 1 at the same stage,
 * `v1:24` version 1 at stage 24.
 */
const textOf = ({ version, stage }: ComparisonReference) =>
  version === null ? String(stage) : `v${version}${stage === 'same' ? '' : `:${stage}`}`;

function readReference(text: string): ComparisonReference {
  const [, version, stage] = /^v(\d+)(?::(\d+))?$/.exec(text) ?? [];
  if (version === undefined) return { version: null, stage: Number(text) };
  return { version: Number(version), stage: stage === undefined ? 'same' : Number(stage) };
}

function useReferenceWords(): (to: ComparisonReference) => string {
  const { t } = useTranslation('viewer');
  const stageWords = useStageNameFormatter();
  return ({ version, stage }) => {
    if (version !== null && stage === 'same') return t('refSame', { version });
    if (version !== null || typeof stage !== 'number') return t('refGoal', { version });
    return stageWords(stage);
  };
}

export function ComparisonReferenceBar({
  bundle,
  versions,
}: {
  bundle: PlanBundle;
  versions: readonly number[];
}) {
  const { t } = useTranslation('viewer');
  const how = useAtomValue(comparisonModeAtom);
  const heat = useAtomValue(layerVisibilityAtoms.heat);
  const to = useAtomValue(comparisonReferenceAtom);
  const words = useReferenceWords();
  if (how === 'none' && !heat) return null;
  const option = (value: ComparisonReference) => (
    <option key={textOf(value)} value={textOf(value)}>
      {words(value)}
    </option>
  );
  return (
    <label className={styles.reference}>
      {how === 'ghost' && (
        <span
          className={styles.swatch}
          style={{ borderColor: ghostColour, background: `${ghostColour}99` }}
          aria-hidden="true"
        />
      )}
      <span>{t(how === 'ghost' ? 'ghostIs' : 'compareWith')}</span>
      <select
        value={textOf(to)}
        onChange={event => screenStore.set(comparisonReferenceAtom, readReference(event.target.value))}
      >
        {versions
          .toReversed()
          .flatMap(version => [option({ version, stage: 'same' }), option({ version, stage: GOAL_STAGE })])}
        {Array.from({ length: lastStage(bundle) + 1 }, (_, stage) => option({ version: null, stage }))}
      </select>
    </label>
  );
}

/** Sets the ghost's density, from an outline to solid. */
export function GhostSlider() {
  const { t } = useTranslation('viewer');
  const how = useAtomValue(comparisonModeAtom);
  const density = useAtomValue(ghostDensityAtom);
  if (how !== 'ghost') return null;
  return (
    <label className={styles.reference}>
      <span aria-hidden="true">{t('ghostOutline')}</span>
      <input
        type="range"
        aria-label={t('ghostDensity')}
        aria-valuetext={t('ghostPercent', { percent: Math.round(100 * density) })}
        min={0}
        max={1}
        step={ghostStep}
        value={density}
        onChange={event => setGhostDensity(Number(event.target.value))}
      />
      <span aria-hidden="true">{t('ghostSolid')}</span>
    </label>
  );
}

/** Legend of the heat map's colours. */
export function HeatScale() {
  const { t } = useTranslation('viewer');
  const heat = useAtomValue(layerVisibilityAtoms.heat);
  const to = useAtomValue(comparisonReferenceAtom);
  const words = useReferenceWords();
  if (!heat) return null;
  return (
    <p className={styles.reference}>
      <span>{t('heatFrom', { from: words(to) })}</span>
      <span className="num">0</span>
      <span
        className={styles.scale}
        style={{ background: `linear-gradient(to right, ${heatScaleColours.join(', ')})` }}
        aria-hidden="true"
      />
      <span className="num">{t('heatMost', { mm: heatScaleMax })}</span>
    </p>
  );
}

/** Caption over each half of the picture. */
export function ComparisonCaptions({ version }: { version: number | undefined }) {
  const how = useAtomValue(comparisonModeAtom);
  const to = useAtomValue(comparisonReferenceAtom);
  const stage = useAtomValue(shownStageAtom);
  const words = useReferenceWords();
  const stageWords = useStageNameFormatter();
  if (how !== 'beside') return null;
  const own = stageWords(stage);
  return (
    <div className={styles.captions}>
      <p>{to.version !== null && to.stage === 'same' ? `v${to.version} · ${own}` : words(to)}</p>
      <p>{version === undefined ? own : `v${version} · ${own}`}</p>
    </div>
  );
}

/** Number of teeth that differ. A press jumps to the next one. */
export function DifferingTeethCount({ teeth }: { teeth: readonly Fdi[] }) {
  const { t } = useTranslation('viewer');
  const version = useAtomValue(comparedVersionAtom);
  const chosen = useAtomValue(chosenToothAtom);
  if (teeth.length === 0) return <p className={styles.reference}>{t('differNone', { version })}</p>;
  const next = teeth[chosen === null ? 0 : (teeth.indexOf(chosen) + 1) % teeth.length];
  const said = t('differ', { count: teeth.length, version });
  return (
    <button
      type="button"
      className={`${styles.reference} ${styles.differing}`}
      aria-label={next === undefined ? said : `${said} · ${t('differNext', { tooth: next })}`}
      title={teeth.join(', ')}
      onClick={() => next !== undefined && jumpToTooth(next)}
    >
      <span className={styles.delta} aria-hidden="true">
        Δ
      </span>
      {said}
    </button>
  );
}
