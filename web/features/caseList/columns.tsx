/** Columns of the case list. */
import type { TFunction } from 'i18next';
import { Status, statuses } from '#events/case/status.ts';
import type { CaseListItem } from '#projections/caseList/item.ts';
import { CaseNextActors } from '#web/case/CaseNextActors.tsx';
import { CaseStatus } from '#web/case/CaseStatus.tsx';
import { ActionButtons } from '#web/features/action/ActionButtons.tsx';
import { hrefAtMoment } from '#web/features/past/past-moment-context.ts';
import { ageInYears, dayOf, formatRelativeTime } from '#web/lib/format.ts';
import { ArchProgress } from '#web/ui/arch-progress.tsx';
import { Link } from '#web/ui/link.tsx';
import type { TableColumn } from '#web/ui/table.tsx';
import styles from './caseList.module.css';

/** `at`: the past moment that the list shows. */
type World = { t: TFunction; lang: string; now: number; at: string | undefined };

function Patient({ item, world: { t, now } }: { item: CaseListItem; world: World }) {
  const age = item.birthDate ? ageInYears(item.birthDate, now) : null;
  const about = [item.gender && t(`caseList:gender.${item.gender}`), age].filter(x => x !== null && x !== 0);
  return (
    <span className={styles.patient}>
      <span className="t-strong clip">{item.patientName || t('caseList:unnamed')}</span>
      <span className="t-small t-3 num">{about.join(' ')}</span>
    </span>
  );
}

/** Progress of the treatment: trays sent of the plan's stages; empty without a plan. */
function Stage({ item, world: { t } }: { item: CaseListItem; world: World }) {
  const total = Math.max(item.stages?.upper ?? 0, item.stages?.lower ?? 0);
  if (!total) return <span className="t-3">–</span>;
  const sent = Math.max(item.sent.upper, item.sent.lower);
  return (
    <span className={styles.stage}>
      <ArchProgress
        value={sent}
        total={total}
        label={t('caseList:sentOf', { sent, total })}
        size="small"
        showText
      />
    </span>
  );
}

function statusNote(item: CaseListItem, t: TFunction): string | null {
  if (item.planVersion && statuses[item.status].plan)
    return t('caseList:planVersion', { version: item.planVersion });
  if (item.missing.length > 0 && item.status !== Status.ClinicalInfoIncomplete)
    return t('caseList:missing', { count: item.missing.length });
  return null;
}

/** Column widths are 120 to 282 px (product-spec.md 9). */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table of columns
export function caseColumns(world: World): TableColumn<CaseListItem>[] {
  const { t, lang, now, at } = world;
  return [
    {
      id: 'caseId',
      header: t('caseList:column.caseId'),
      width: 120,
      sortable: true,
      sticky: 'start',
      card: 'title',
      cell: item => (
        <Link href={hrefAtMoment(`/caseDetail?id=${item.caseId}`, at)} className={styles.id}>
          {item.caseId}
        </Link>
      ),
    },
    {
      id: 'patient',
      header: t('caseList:column.patient'),
      width: 220,
      sortable: true,
      card: 'title',
      cell: item => <Patient item={item} world={world} />,
    },
    {
      id: 'clinic',
      header: t('caseList:column.clinic'),
      width: 160,
      hideBelow: 1439,
      card: 'line',
      cell: item => item.clinic ?? <span className="t-3">–</span>,
    },
    {
      id: 'doctor',
      header: t('caseList:column.doctor'),
      width: 140,
      card: 'line',
      cell: item => item.owner.name,
    },
    {
      id: 'designer',
      header: t('caseList:column.designer'),
      width: 140,
      card: 'line',
      cell: item => item.assignee?.name ?? <span className="t-3">–</span>,
    },
    {
      id: 'method',
      header: t('caseList:column.method'),
      width: 140,
      hideBelow: 1599,
      card: 'hide',
      cell: item => (item.method ? t(`rx:option.method.${item.method}`) : <span className="t-3">–</span>),
    },
    {
      id: 'handler',
      header: t('caseList:column.handler'),
      width: 150,
      hideBelow: 1279,
      card: 'line',
      cell: item => <CaseNextActors handlers={item.handlers} />,
    },
    {
      id: 'stage',
      header: t('caseList:column.stage'),
      width: 140,
      hideBelow: 1279,
      card: 'hide',
      cell: item => <Stage item={item} world={world} />,
    },
    {
      id: 'status',
      header: t('caseList:column.status'),
      width: 282,
      card: 'line',
      cell: item => <CaseStatus {...item} note={statusNote(item, t)} />,
    },
    {
      id: 'submittedAt',
      header: t('caseList:column.submittedAt'),
      width: 120,
      card: 'line',
      cell: item =>
        item.submittedAt ? (
          <time dateTime={item.submittedAt} className="num t-2">
            {dayOf(item.submittedAt)}
          </time>
        ) : (
          <span className="t-3">–</span>
        ),
    },
    {
      id: 'updatedAt',
      header: t('caseList:column.updated'),
      width: 130,
      sortable: true,
      card: 'end',
      cell: item => (
        <time dateTime={item.updatedAt} className="num t-2">
          {formatRelativeTime(item.updatedAt, now, lang)}
        </time>
      ),
    },
    {
      id: 'action',
      header: t('caseList:column.action'),
      headerHidden: true,
      width: 200,
      align: 'end',
      sticky: 'end',
      card: 'action',
      cell: item => (
        <span className={styles.actions}>
          <ActionButtons item={item} place="row" />
        </span>
      ),
    },
  ];
}
