/** The counters: each a number with one tick per case on the arch line, and a way to its list. */
import { useTranslation } from 'react-i18next';
import { counterNames } from '#events/case/status.ts';
import type { Counts } from '#projections/caseList/item.ts';
import { ArchTally } from '#web/ui/arch-progress.tsx';
import { Link } from '#web/ui/link.tsx';
import type { Tone } from '#web/ui/theme.ts';
import { type Counter, staffCounters } from './counters.ts';
import styles from './workbench.module.css';

const tones: Record<string, Tone> = {
  toSubmit: 'neutral',
  designing: 'violet',
  doctorAdjust: 'warn',
  inTreatment: 'brand',
  all: 'neutral',
};

function One({ name, n, href, tone }: Counter & { tone: Tone }) {
  const { t } = useTranslation(['workbench', 'case']);
  return (
    <Link href={href} className={styles.counter}>
      <span className={styles.counterName}>{name}</span>
      <span className={`num ${styles.counterN}`}>{n}</span>
      <span className={styles.tally} aria-hidden="true">
        <ArchTally count={Math.min(n, 64)} tone={tone} />
      </span>
      <span className="t-mini t-2">{t('workbench:open')}</span>
    </Link>
  );
}

/** A doctor's five counters; staff see those of their own work in the same place (lifecycle.md). */
export function Counters({ counts, position }: { counts: Counts; position: string }) {
  const { t } = useTranslation(['case', 'workbench']);
  const own = staffCounters(position, counts);
  const list: (Counter & { tone: Tone })[] = own
    ? own.map(c => ({ ...c, name: t(`case:group.${c.name}`), tone: c.tone }))
    : counterNames.map(name => ({
        name: t(`case:counter.${name}`),
        n: counts.counters[name] ?? 0,
        href: name === 'all' ? '/caseList' : `/caseList?counter=${name}`,
        tone: tones[name] ?? 'neutral',
      }));
  return (
    <nav className={styles.ledger} aria-label={t('workbench:counters')}>
      {list.map(counter => (
        <One key={counter.href} {...counter} />
      ))}
    </nav>
  );
}
