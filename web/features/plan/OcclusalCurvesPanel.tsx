/** Overjet, overbite, midlines and arch widths over the stages: numbers and curves. */
import { useAtomValue } from 'jotai/react';
import { useTranslation } from 'react-i18next';
import { formatTenths } from '#web/case/plan-value-text.ts';
import type { MeasureCurves } from '#web/features/viewer/useCurves.ts';
import { shownStageAtom } from '#web/features/viewer/viewer-state.ts';
import { Panel } from '#web/ui/panel.tsx';
import type { Curve } from '#workers/measures/protocol.ts';
import styles from './measures.module.css';

const box = { width: 64, height: 20 };
/** Minimum vertical range of a curve, mm, so that hundredths stay flat. */
const span = 1;

/** A curve in its box; the circle is the displayed stage. */
function Line({ values, stage }: { values: readonly number[]; stage: number }) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const size = Math.max(span, high - low);
  const from = (low + high - size) / 2;
  const x = (at: number) => 3 + (at / Math.max(1, values.length - 1)) * (box.width - 6);
  const y = (mm: number) => box.height - 3 - ((mm - from) / size) * (box.height - 6);
  const at = Math.min(stage, values.length - 1);
  return (
    <svg width={box.width} height={box.height} aria-hidden="true" className={styles.line}>
      <polyline points={values.map((mm, i) => `${x(i).toFixed(1)},${y(mm).toFixed(1)}`).join(' ')} />
      <circle cx={x(at)} cy={y(values[at] ?? 0)} r={3} />
    </svg>
  );
}

function Row({ curve, stage }: { curve: Curve; stage: number }) {
  const { t } = useTranslation('review');
  const { values, missing, measure } = curve;
  const name = <th scope="row">{t(`measure.${measure}`)}</th>;
  if (!values)
    return (
      <tr>
        {name}
        <td colSpan={4} className="t-2">
          {t('measure.missing', { teeth: missing.join(', ') })}
        </td>
      </tr>
    );
  const at = (index: number) => formatTenths(values.at(index) ?? 0);
  return (
    <tr>
      {name}
      <td className="t-2">{at(0)}</td>
      <td>
        <Line values={values} stage={stage} />
      </td>
      <td>
        <b>{at(Math.min(stage, values.length - 1))}</b>
      </td>
      <td className="t-2">{at(-1)}</td>
    </tr>
  );
}

export function OcclusalCurvesPanel({ curves }: { curves: MeasureCurves | null | undefined }) {
  const { t } = useTranslation('review');
  const stage = useAtomValue(shownStageAtom);
  return (
    <Panel title={t('measure.title')} note={t('measure.note')} id="measures">
      {!curves ? (
        <p className={styles.quiet}>{t(curves === null ? 'measure.none' : 'measure.busy')}</p>
      ) : (
        <table className={styles.curves}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('measure.what')}</span>
              </th>
              <th scope="col">{t('measure.start')}</th>
              <td />
              <th scope="col">{t('measure.now')}</th>
              <th scope="col">{t('measure.goal')}</th>
            </tr>
          </thead>
          <tbody>
            {[...curves.values()].map(curve => (
              <Row key={curve.measure} curve={curve} stage={stage} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
