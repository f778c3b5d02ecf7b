/**
 * Bolton ratios compared with their norms, and the tooth widths; each measured width can be replaced by a
 * typed one.
 */
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type BoltonResult,
  boltonFlagLimits,
  boltonKinds,
  boltonNorms,
  computeBolton,
  goalToothWidths,
  type ToothWidths,
  withEnteredWidths,
} from '#events/plan/bolton.ts';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { type Fdi, teethInSet } from '#events/tooth/fdi.ts';
import { boltonExcessText } from '#web/case/plan-value-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './measures.module.css';

/** Standard deviations from the norm to either end of the scale. */
const reach = 4;
const share = (deviations: number) => `${50 + (50 * Math.max(-reach, Math.min(reach, deviations))) / reach}%`;

/** A ratio on the scale of its norm; the band is the range that is not flagged. */
function Norm({ kind, ratio, flagged }: { kind: BoltonResult['kind']; ratio: number; flagged: boolean }) {
  const { mean, sd } = boltonNorms[kind];
  return (
    <span className={styles.norm} aria-hidden="true">
      <i
        className={styles.band}
        style={{ left: share(-boltonFlagLimits.sd), right: `calc(100% - ${share(boltonFlagLimits.sd)})` }}
      />
      <i className={styles.mean} />
      <i
        className={styles.ratio}
        data-flagged={flagged ? '' : undefined}
        style={{ left: share((ratio - mean) / sd) }}
      />
    </span>
  );
}

function Ratio({ found }: { found: BoltonResult }) {
  const { t } = useTranslation('review');
  const { kind, ratio, missing, excess, flagged } = found;
  if (ratio === null || !excess)
    return (
      <p className={styles.quiet}>
        {t(`bolton.${kind}`)}: {t('bolton.missing', { teeth: missing.join(', ') })}
      </p>
    );
  return (
    <div className={styles.bolton}>
      <span>{t(`bolton.${kind}`)}</span>
      <b data-flagged={flagged ? '' : undefined}>{ratio.toFixed(1)} %</b>
      <Norm kind={kind} ratio={ratio} flagged={flagged} />
      <span className={styles.said}>{boltonExcessText(t, kind, excess)}</span>
    </div>
  );
}

type EntryProps = { fdi: Fdi; widths: ToothWidths; onEnter: (mm: number | null) => void };

function Entry({ fdi, widths, onEnter }: EntryProps) {
  const { t } = useTranslation('review');
  const width = widths.get(fdi);
  const entered = width?.origin === 'entered';
  return (
    <label className={styles.width} data-entered={entered ? '' : undefined}>
      <span className="num">{fdi}</span>
      <input
        type="number"
        inputMode="decimal"
        min={2}
        max={15}
        step={0.1}
        aria-label={t('bolton.widthOf', { tooth: fdi })}
        // Uncontrolled: the field keeps its own text while a person types.
        defaultValue={width?.mm.toFixed(1)}
        onChange={event => {
          const mm = event.target.valueAsNumber;
          onEnter(mm >= 2 && mm <= 15 ? mm : null);
        }}
      />
      <span className={styles.origin}>{width ? t(`bolton.origin.${width.origin}`) : '–'}</span>
    </label>
  );
}

export function BoltonPanel({ bundle }: { bundle: PlanBundle }) {
  const { t } = useTranslation('review');
  const [entered, setEntered] = useState<ReadonlyMap<Fdi, number | null>>(new Map());
  /** A new number resets the fields to the measured widths. */
  const [round, setRound] = useState(0);
  const widths = useMemo(() => withEnteredWidths(goalToothWidths(bundle), entered), [bundle, entered]);
  const own = [...entered.values()].filter(mm => mm !== null).length;
  return (
    <Panel
      title={t('bolton.title')}
      note={t(own > 0 ? 'bolton.withEntered' : 'bolton.derived', { count: own })}
      id="bolton"
    >
      {boltonKinds.map(kind => (
        <Ratio key={kind} found={computeBolton(kind, widths)} />
      ))}
      <Disclosure summary={t('bolton.widths')}>
        <div className={styles.widths} key={round}>
          {(['upper', 'lower'] as const).flatMap(row =>
            teethInSet('6-6', row).map(fdi => (
              <Entry
                key={fdi}
                fdi={fdi}
                widths={widths}
                onEnter={mm => setEntered(before => new Map(before).set(fdi, mm))}
              />
            )),
          )}
        </div>
        <p className={styles.quiet}>{t('bolton.kept')}</p>
        {own > 0 && (
          <Button
            size="small"
            variant="quiet"
            onPress={() => {
              setEntered(new Map());
              setRound(round + 1);
            }}
          >
            {t('bolton.reset')}
          </Button>
        )}
      </Disclosure>
    </Panel>
  );
}
