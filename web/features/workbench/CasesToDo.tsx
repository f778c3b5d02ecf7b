/** Cases that wait for this person: status, reason, waiting time, and the next action. */
import { useTranslation } from 'react-i18next';
import type { CaseListItem } from '#projections/caseList/item.ts';
import { CaseStatus } from '#web/case/CaseStatus.tsx';
import { ActionButtons } from '#web/features/action/ActionButtons.tsx';
import { formatRelativeTime } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useWaitingReasonFormatter } from './useWaitingReasonFormatter.ts';
import styles from './workbench.module.css';

type Props = {
  items: CaseListItem[];
  total: number;
  now: number;
  lang: string;
  mayCreate: boolean;
  changed: ReadonlySet<string>;
};

export function CasesToDo({ items, total, now, lang, mayCreate, changed }: Props) {
  const { t } = useTranslation(['workbench', 'caseList']);
  const reason = useWaitingReasonFormatter();
  return (
    <Panel
      title={t('workbench:needsYou')}
      count={total}
      countTone={total > 0 ? 'warn' : 'neutral'}
      action={
        <Link className="link" href="/caseList?tab=action">
          {t('workbench:openList')}
        </Link>
      }
      flush
    >
      {items.length === 0 ? (
        <EmptyState
          title={t('workbench:nothing')}
          action={
            mayCreate ? <LinkButton href="/addCase/pcEnter">{t('caseList:new')}</LinkButton> : undefined
          }
        >
          {t('workbench:nothingHow')}
        </EmptyState>
      ) : (
        <ul className={`rows ${styles.needs}`}>
          {items.map(item => (
            <li
              key={item.caseId}
              className={styles.need}
              data-changed={changed.has(item.caseId) || undefined}
            >
              <span className={styles.needId}>
                <Link href={`/caseDetail?id=${item.caseId}`} className={styles.id}>
                  {item.caseId}
                </Link>
                <span className="t-strong clip">{item.patientName || t('caseList:unnamed')}</span>
              </span>
              <span className={styles.needWhat}>
                <span>
                  <CaseStatus status={item.status} statusWord={item.statusWord} waits={item.waits} plain />
                </span>
                <span className="t-2 clip">{reason(item)}</span>
              </span>
              <time className="t-2 num" dateTime={item.updatedAt}>
                {formatRelativeTime(item.updatedAt, now, lang)}
              </time>
              <span className={styles.needAct}>
                <ActionButtons item={item} place="row" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
