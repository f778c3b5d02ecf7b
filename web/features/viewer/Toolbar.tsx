/** Switches over the picture: layers, views, arches, comparison, ruler. Each shows its key. */
import { useAtomValue } from 'jotai/react';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { screenStore } from '#web/lib/screen-store.ts';
import { distanceBetween } from './DistanceLine.tsx';
import {
  comparisonModeAtom,
  isMeasuringAtom,
  layerNames,
  layerVisibilityAtoms,
  measuredPointsAtom,
  sectionPlaneAtom,
  shownLayersAtom,
} from './layers.ts';
import { IsTargetContext } from './useStageNameFormatter.ts';
import { offeredViewsAtom, onlyShownArchAtom, shownViewAtom } from './view-state.ts';
import styles from './viewer.module.css';
import { offeredViewerActions, runViewerAction, viewerActionKey } from './viewer-actions.ts';

type Switch = { name: string; on: boolean };

/**
 * A group of buttons. The accessible name contains the visible text, for voice control. The key is not part
 * of the name: `aria-keyshortcuts` announces it, and CSS shows it.
 */
function Bar({ label, list, short }: { label: string; list: readonly Switch[]; short?: boolean }) {
  const { t } = useTranslation('viewer');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons is no fieldset
    <div className={styles.bar} role="group" aria-label={label}>
      {list.map(({ name, on }) => (
        <button
          key={name}
          type="button"
          aria-pressed={on}
          aria-label={t(`act.${name}`)}
          aria-keyshortcuts={viewerActionKey(name)}
          data-key={viewerActionKey(name)}
          title={`${t(`act.${name}`)} · ${viewerActionKey(name)}`}
          onClick={() => runViewerAction(name)}
        >
          {t(short ? `short.${name}` : `bar.${name}`)}
        </button>
      ))}
    </div>
  );
}

export function LayerButtons() {
  const { t } = useTranslation('viewer');
  const shown = useAtomValue(shownLayersAtom);
  const offered = offeredViewerActions(useContext(IsTargetContext)).map(({ name }) => name);
  const names = layerNames.filter(name => offered.includes(name));
  return <Bar label={t('layers')} list={names.map(name => ({ name, on: shown[name] }))} />;
}

export function ViewButtons() {
  const { t } = useTranslation('viewer');
  const now = useAtomValue(shownViewAtom);
  const offered = useAtomValue(offeredViewsAtom);
  return <Bar label={t('views')} short list={offered.map(name => ({ name, on: name === now }))} />;
}

/** Says that one arch is hidden; a press shows it again. */
export function HiddenArchNote() {
  const { t } = useTranslation('viewer');
  const alone = useAtomValue(onlyShownArchAtom);
  if (!alone) return null;
  return (
    <button type="button" className={styles.alone} onClick={() => screenStore.set(onlyShownArchAtom, null)}>
      {t(`only.${alone}`)} ×
    </button>
  );
}

export function ToolButtons() {
  const { t } = useTranslation('viewer');
  const how = useAtomValue(comparisonModeAtom);
  const on = useAtomValue(isMeasuringAtom);
  return (
    <Bar
      label={t('tools')}
      list={[
        { name: 'ghost', on: how === 'ghost' },
        { name: 'beside', on: how === 'beside' },
        { name: 'measure', on },
      ]}
    />
  );
}

/** Result of the ruler in mm, or the instruction for the next point. */
export function RulerReadout() {
  const { t } = useTranslation('viewer');
  const on = useAtomValue(isMeasuringAtom);
  const places = useAtomValue(measuredPointsAtom);
  if (!on) return null;
  const far = distanceBetween(places);
  return (
    <p className={styles.note} role="status">
      {far === null
        ? t(places.length > 0 ? 'measureSecond' : 'measureFirst')
        : t('measured', { mm: far.toFixed(2) })}
    </p>
  );
}

/** Controls for the axis and position of the section plane. */
export function SectionPlaneBar() {
  const { t } = useTranslation('viewer');
  const on = useAtomValue(layerVisibilityAtoms.section);
  const cut = useAtomValue(sectionPlaneAtom);
  if (!on) return null;
  return (
    <div className={styles.cut}>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons is no fieldset */}
      <div className={styles.bar} role="group" aria-label={t('section')}>
        {(['x', 'y', 'z'] as const).map(axis => (
          <button
            key={axis}
            type="button"
            aria-pressed={cut.axis === axis}
            onClick={() => screenStore.set(sectionPlaneAtom, { axis, at: 0 })}
          >
            {t(`plane.${axis}`)}
          </button>
        ))}
      </div>
      <input
        type="range"
        aria-label={t('sectionAt')}
        min={-40}
        max={40}
        step={0.5}
        value={cut.at}
        onChange={event => screenStore.set(sectionPlaneAtom, { ...cut, at: Number(event.target.value) })}
      />
      <span className="num">{cut.at.toFixed(1)} mm</span>
    </div>
  );
}
