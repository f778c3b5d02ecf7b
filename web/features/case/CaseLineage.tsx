/**
 * The first case, its refinements, and the replacements and retainers of each, as one tree with statuses,
 * dates and planned
 * aligners.
 */
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import type { CaseListItem } from '#projections/caseList/item.ts';
import { CaseStatus } from '#web/case/CaseStatus.tsx';
import { dayOf } from '#web/lib/format.ts';
import { caseLineageQuery, caseViewQuery } from '#web/lib/queries.ts';
import { Link } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './case.module.css';

type RelatedOrders = Pick<CaseView, 'trays' | 'retainers'>;
const nothing: RelatedOrders = { trays: [], retainers: [] };
type Pair = { upper: number; lower: number };

/** Cumulative number of planned aligners, for each case of the line. */
export function cumulativeStageCounts(cases: readonly Pick<CaseListItem, 'stages'>[]): Pair[] {
  let sum: Pair = { upper: 0, lower: 0 };
  return cases.map(({ stages }) => {
    sum = { upper: sum.upper + (stages?.upper ?? 0), lower: sum.lower + (stages?.lower ?? 0) };
    return sum;
  });
}

/** The line of cases, reloaded when a refinement is created while the page is open. */
function useLine(header: CaseListItem): readonly CaseListItem[] {
  const isOne = header.parentId !== null || header.childId !== null;
  const { data, refetch } = useQuery({ ...caseLineageQuery(header.caseId), enabled: isOne });
  const cases = data?.items ?? [];
  const newest = cases.at(-1)?.childId ?? header.childId;
  const there = cases.some(item => item.caseId === newest);
  useEffect(() => {
    if (isOne && newest !== null && !there) void refetch();
  }, [isOne, newest, there, refetch]);
  return cases.length > 0 ? cases : [header];
}

/** Replacements and retainers of each case of the line; reads the case views of the other cases. */
function useBeside(view: CaseView, cases: readonly CaseListItem[]): Map<string, RelatedOrders> {
  const others = cases.filter(({ caseId }) => caseId !== view.caseId);
  const read = useQueries({ queries: others.map(({ caseId }) => caseViewQuery(caseId)) });
  const found = others.map(({ caseId }, i) => [caseId, read[i]?.data ?? nothing] as const);
  return new Map<string, RelatedOrders>([...found, [view.caseId, view]]);
}

/** Renders nothing for a case without refinements, replacements and retainers. */
export function CaseLineage({ view }: { view: CaseView }) {
  const { t } = useTranslation('caseDetail');
  const cases = useLine(view.header);
  const beside = useBeside(view, cases);
  const made = [...beside.values()].some(({ trays, retainers }) => trays.length + retainers.length > 0);
  if (cases.length < 2 && !made) return null;
  return (
    <Panel title={t('lineage.title')}>
      <Branch
        cases={cases}
        beside={beside}
        sums={cumulativeStageCounts(cases)}
        at={0}
        current={view.caseId}
      />
    </Panel>
  );
}

function Made({ trays, retainers }: RelatedOrders) {
  const { t } = useTranslation(['case', 'caseDetail', 'archive']);
  return (
    <>
      {trays.map(tray => (
        <li key={`tray-${tray.tray}`} className={styles.lineageCase}>
          <span className="t-2">{t('archive:line.tray')}</span>
          <b className="num">
            {t(`caseDetail:arch.${tray.arch}`)} {tray.stage}
          </b>
          <span>{t(`case:tray.status.${tray.status}`)}</span>
          <span className="t-3 t-small num">{dayOf(tray.at)}</span>
        </li>
      ))}
      {retainers.map(order => (
        <li key={order.id} className={styles.lineageCase}>
          <span className="t-2">{t('case:retainer.title')}</span>
          <b className="num">{order.id}</b>
          <span>{t(`case:retainer.status.${order.status}`)}</span>
          <span className="t-3 t-small num">{dayOf(order.at)}</span>
        </li>
      ))}
    </>
  );
}

type Props = {
  cases: readonly CaseListItem[];
  beside: ReadonlyMap<string, RelatedOrders>;
  sums: readonly Pair[];
  at: number;
  current: string;
};

function Node({
  item,
  at,
  cases,
  sum,
  current,
}: Omit<Props, 'beside' | 'sums'> & { item: CaseListItem; sum: Pair | undefined }) {
  const { t } = useTranslation(['caseDetail', 'archive']);
  // If an earlier case is hidden from this person, the number of the refinement is unknown.
  const counted = cases[0]?.parentId === null;
  const refinement = counted ? t('lineage.refinement', { n: at }) : t('lineage.later');
  return (
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
      {item.stages && <span className="num">{t('archive:line.stages', item.stages)}</span>}
      {item.stages && sum && at > 0 && counted && (
        <span className="num t-2">{t('archive:line.sum', sum)}</span>
      )}
      <span className="t-3 t-small">{t('lineage.opened', { date: dayOf(item.createdAt) })}</span>
      {item.submittedAt && (
        <span className="t-3 t-small">{t('submittedOn', { date: dayOf(item.submittedAt) })}</span>
      )}
      <span className="t-3 t-small">{t('lineage.updated', { date: dayOf(item.updatedAt) })}</span>
    </div>
  );
}

function Branch(props: Props) {
  const { cases, beside, sums, at, current } = props;
  const item = cases[at];
  if (!item) return null;
  const made = beside.get(item.caseId) ?? nothing;
  return (
    <ol className={at === 0 ? styles.lineage : undefined}>
      <li>
        <Node item={item} at={at} cases={cases} current={current} sum={sums[at]} />
        {made.trays.length + made.retainers.length > 0 && (
          <ol>
            <Made {...made} />
          </ol>
        )}
        <Branch {...props} at={at + 1} />
      </li>
    </ol>
  );
}
