/** The first case and its refinements as a tree: each below the one that it refines, with its status and dates. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseListItem } from '#projections/caseList/item.ts';
import { dayOf } from '#web/lib/format.ts';
import { lineage } from '#web/lib/view.ts';
import { Link } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { CaseStatus } from './CaseStatus.tsx';
import styles from './case.module.css';

/** Nothing where the case neither refines another one nor is refined. */
export function Lineage({ header }: { header: CaseListItem }) {
  const { t } = useTranslation('caseDetail');
  const isOne = header.parentId !== null || header.childId !== null;
  const { data, refetch } = useQuery({ ...lineage(header.caseId), enabled: isOne });
  const cases = data?.items ?? [];
  const newest = cases.at(-1)?.childId ?? header.childId;
  const there = cases.some(item => item.caseId === newest);
  useEffect(() => {
    // A refinement that was opened while the page is read.
    if (isOne && newest !== null && !there) void refetch();
  }, [isOne, newest, there, refetch]);
  if (cases.length < 2) return null;
  return (
    <Panel title={t('lineage.title')}>
      <Branch cases={cases} at={0} current={header.caseId} />
    </Panel>
  );
}

type Props = { cases: readonly CaseListItem[]; at: number; current: string };

function Branch({ cases, at, current }: Props) {
  const { t } = useTranslation('caseDetail');
  const item = cases[at];
  if (!item) return null;
  // Where an earlier case is not to be seen, which refinement it is cannot be counted.
  const counted = cases[0]?.parentId === null;
  const refinement = counted ? t('lineage.refinement', { n: at }) : t('lineage.later');
  return (
    <ol className={at === 0 ? styles.lineage : undefined}>
      <li>
        <div className={styles.lineageCase}>
          <span className="t-2">{item.parentId === null ? t('lineage.first') : refinement}</span>
          {item.caseId === current ? (
            <b className="num" aria-current="true">
              {item.caseId}
            </b>
          ) : (
            <Link className="link num" href={`/caseDetail?id=${item.caseId}`}>
              {item.caseId}
            </Link>
          )}
          <CaseStatus status={item.status} statusWord={item.statusWord} waits={item.waits} />
          <span className="t-3 t-small">{t('lineage.opened', { date: dayOf(item.createdAt) })}</span>
          {item.submittedAt && (
            <span className="t-3 t-small">{t('submittedOn', { date: dayOf(item.submittedAt) })}</span>
          )}
          <span className="t-3 t-small">{t('lineage.updated', { date: dayOf(item.updatedAt) })}</span>
        </div>
        <Branch cases={cases} at={at + 1} current={current} />
      </li>
    </ol>
  );
}
