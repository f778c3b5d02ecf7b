/** A patient's wear today: the aligner of each arch, the next change, and whether the patient is on time. */
import { useTranslation } from 'react-i18next';
import type { WearRecord } from '#events/wear/wear.ts';
import { type WearLimits, type WearNow, wearCalendar } from '#events/wear/wear-calendar.ts';
import { ArchProgress } from '#web/ui/arch-progress.tsx';
import { StatFigure } from '#web/ui/figure.tsx';
import { WearState } from './WearState.tsx';
import styles from './wear.module.css';
import { wearStateDisplay } from './wear-state-display.ts';

const arches = ['upper', 'lower'] as const;

type Props = { wear: WearRecord; limits: WearLimits; now: WearNow; missed: number };

export function WearNowFacts({ wear, limits, now, missed }: Props) {
  const { t } = useTranslation('wear');
  const calendar = wearCalendar(wear, limits);
  const last = Math.max(limits.total.upper, limits.total.lower);
  const end = calendar.at(-1)?.stage === last ? calendar.at(-1)?.on : undefined;
  const days = wear.days + (wear.longer[now.stage] ?? 0);
  return (
    <div className={styles.now}>
      <div className={styles.arches}>
        {arches.map(arch => (
          <p key={arch} className={styles.arch}>
            <span className="t-2">{t(`arch.${arch}`)}</span>
            {limits.total[arch] === 0 ? (
              <span className="t-3">{t('arch.none')}</span>
            ) : (
              <ArchProgress
                value={now[arch]}
                total={limits.total[arch]}
                label={t('stageOf', { stage: now[arch], total: limits.total[arch] })}
                size="medium"
              />
            )}
            {limits.total[arch] > 0 && now.stage > limits.total[arch] && (
              <span className="t-small t-2">{t('arch.passive')}</span>
            )}
          </p>
        ))}
        <p>
          <WearState now={now} missed={missed} />
        </p>
      </div>
      <dl className={styles.facts}>
        <StatFigure value={now.stage} label={t('fact.aligner', { day: Math.min(now.day, 999), days })} />
        <StatFigure
          value={<span className="num">{now.next ?? '–'}</span>}
          label={
            now.left === null
              ? t('fact.noNext')
              : t('fact.next', { when: t(daysLeftKey(now), { count: Math.abs(now.left) }) })
          }
          tone={wearStateDisplay(now).asks ? 'warn' : undefined}
        />
        <StatFigure
          value={<span className="num">{end ?? '–'}</span>}
          label={t('fact.last', { stage: last })}
        />
      </dl>
    </div>
  );
}

/** Dictionary key for the number of days until the next change. */
export function daysLeftKey({ left }: Pick<WearNow, 'left'>): string {
  if (left === null) return 'left.none';
  return left === 0 ? 'left.today' : left < 0 ? 'left.over' : 'left.in';
}
