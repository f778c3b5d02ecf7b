/** The counters: each with its number, one tick per case on the arch line, and a link to its list. */

import { useTranslation } from 'react-i18next';
import { statusWord } from '#events/case/status.ts';
import { isClinician } from '#events/person/position.ts';
import { ArchTickCounter } from '#web/ui/arch-progress.tsx';
import { Link } from '#web/ui/link.tsx';
import type { CaseCounter } from './counters.ts';
import styles from './workbench.module.css';

/** Above this number of ticks, one line replaces them. */
const ticks = 64;

type Props = { counters: readonly CaseCounter[]; position: string };

function OneCounter({ name, n, href, tone, parts, position }: CaseCounter & { position: string }) {
  const { t } = useTranslation(['workbench', 'case', 'shop']);
  const wordOf = (status: CaseCounter['parts'][number]['status']) =>
    t(`case:status.${statusWord(status, isClinician(position)).replace('.', '_')}`);
  // Omits a status that has the counter's own name and number.
  const made = parts
    .filter(part => part.n < n || wordOf(part.status) !== t(name))
    .map(part => t('workbench:share', { n: part.n, status: wordOf(part.status) }));
  return (
    <Link href={href} className={styles.counter}>
      <span className={styles.counterName}>{t(name)}</span>
      <span className={`num ${styles.counterN}`}>{n}</span>
      <span className={styles.tally} aria-hidden="true">
        <ArchTickCounter count={Math.min(n, ticks)} tone={tone} />
      </span>
      <span className={`t-mini t-2 ${styles.made}`}>
        {made.join(' · ') || (n === 0 ? t('workbench:nothingThere') : '')}
      </span>
    </Link>
  );
}

export function CaseCounters({ counters, position }: Props) {
  const { t } = useTranslation('workbench');
  return (
    <nav className={styles.ledger} aria-label={t('counters')}>
      {counters.map(counter => (
        <OneCounter key={counter.href} {...counter} position={position} />
      ))}
    </nav>
  );
}
