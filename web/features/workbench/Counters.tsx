/** The counters: each a number with one tick per case on the arch line, and a way to its list. */

import { useTranslation } from 'react-i18next';
import { statusWord } from '#events/case/status.ts';
import { isClinician } from '#events/person/position.ts';
import { ArchTally } from '#web/ui/arch-progress.tsx';
import { Link } from '#web/ui/link.tsx';
import type { Counter } from './counters.ts';
import styles from './workbench.module.css';

/** More ticks than this are one line: the number says how many. */
const ticks = 64;

type Props = { counters: readonly Counter[]; position: string };

function One({ name, n, href, tone, parts, position }: Counter & { position: string }) {
  const { t } = useTranslation(['workbench', 'case', 'shop']);
  const wordOf = (status: Counter['parts'][number]['status']) =>
    t(`case:status.${statusWord(status, isClinician(position)).replace('.', '_')}`);
  // What is made of one status with the counter's own name has nothing to add.
  const made = parts
    .filter(part => part.n < n || wordOf(part.status) !== t(name))
    .map(part => t('workbench:share', { n: part.n, status: wordOf(part.status) }));
  return (
    <Link href={href} className={styles.counter}>
      <span className={styles.counterName}>{t(name)}</span>
      <span className={`num ${styles.counterN}`}>{n}</span>
      <span className={styles.tally} aria-hidden="true">
        <ArchTally count={Math.min(n, ticks)} tone={tone} />
      </span>
      <span className={`t-mini t-2 ${styles.made}`}>
        {made.join(' · ') || (n === 0 ? t('workbench:nothingThere') : '')}
      </span>
    </Link>
  );
}

export function Counters({ counters, position }: Props) {
  const { t } = useTranslation('workbench');
  return (
    <nav className={styles.ledger} aria-label={t('counters')}>
      {counters.map(counter => (
        <One key={counter.href} {...counter} position={position} />
      ))}
    </nav>
  );
}
