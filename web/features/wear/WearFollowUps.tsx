/** Follow-up contacts with the patient, newest first, and the date of the next one. */

import { CircleCheck, CircleHelp, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import { actorName } from '#web/lib/actor-name.ts';
import { StatusChip } from '#web/ui/chip.tsx';
import type { Tone } from '#web/ui/theme.ts';
import styles from './wear.module.css';

type Check = CaseView['checks'][number];
const looks: Record<Check['result'], { tone: Tone; icon: LucideIcon }> = {
  good: { tone: 'ok', icon: CircleCheck },
  doubtful: { tone: 'info', icon: CircleHelp },
  poor: { tone: 'warn', icon: TriangleAlert },
};

export function WearFollowUps({ checks }: { checks: readonly Check[] }) {
  const { t } = useTranslation('wear');
  if (checks.length === 0) return null;
  const next = checks.at(-1)?.next;
  return (
    <section className={styles.checks} aria-label={t('checks')}>
      <h3 className="t-title">{t('checks')}</h3>
      {next && <p className="t-2">{t('nextCheck', { day: next })}</p>}
      <ul className="rows">
        {checks.toReversed().map(check => (
          <Line key={check.check} check={check} />
        ))}
      </ul>
    </section>
  );
}

function Line({ check }: { check: Check }) {
  const { t } = useTranslation('wear');
  const { tone, icon: Icon } = looks[check.result];
  return (
    <li className={styles.check}>
      <span className="num">{check.on}</span>
      <StatusChip tone={tone} icon={<Icon />}>
        {t(`result.${check.result}`)}
      </StatusChip>
      <span>
        {t(`kind.${check.kind}`)}
        {check.hours !== null && <span className="t-2"> · {t('hoursADay', { hours: check.hours })}</span>}
      </span>
      <span className="t-small t-2">{actorName(check.by, t)}</span>
      {check.note && <p>{check.note}</p>}
    </li>
  );
}
