/** Columns of the audit. The link on the act opens the entry. */
import { useTranslation } from 'react-i18next';
import { formatMoment } from '#web/lib/format.ts';
import { Link } from '#web/ui/link.tsx';
import type { TableColumn } from '#web/ui/table.tsx';
import styles from './audit.module.css';
import { type AuditSearch, auditHref } from './audit-links.ts';
import type { AuditItem } from './audit-queries.ts';
import { useAuditFormatters } from './useAuditFormatters.ts';

/** Names of the people whom an entry is about; unknown logins have none. */
export function useAuditSubjectFormatter() {
  const { t } = useTranslation('audit');
  return ({ type, people, sought }: AuditItem): string => {
    if (type === 'SignInsFailed' && people.length === 0) return t('unknownLogins');
    return [...people, ...(sought ? [sought] : [])].map(({ name }) => name).join(' · ');
  };
}

export const caseIdOfEntry = ({ caseId, facts }: AuditItem): string | null =>
  caseId ?? facts.filter?.caseId ?? null;

export function useAuditColumns(search: AuditSearch): TableColumn<AuditItem>[] {
  const { t } = useTranslation('audit');
  const words = useAuditFormatters();
  const aboutNames = useAuditSubjectFormatter();
  return [
    {
      id: 'at',
      header: t('column.at'),
      width: 150,
      card: 'half',
      cell: ({ at }) => (
        <time className="num" dateTime={at}>
          {formatMoment(at)}
        </time>
      ),
    },
    {
      id: 'act',
      header: t('column.act'),
      card: 'title',
      cell: item => {
        const details = words.details(item);
        return (
          <span className={styles.act}>
            <Link href={auditHref(search, { id: item.id })}>{words.act(item)}</Link>
            {details && <span className="t-2 t-small">{details}</span>}
          </span>
        );
      },
    },
    { id: 'by', header: t('column.by'), card: 'half', cell: ({ by }) => words.name(by) },
    { id: 'about', header: t('column.about'), card: 'half', cell: aboutNames },
    {
      id: 'case',
      header: t('column.case'),
      width: 90,
      card: 'half',
      cell: item => <span className="num">{caseIdOfEntry(item)}</span>,
    },
    {
      id: 'kind',
      header: t('column.kind'),
      hideBelow: 1279,
      card: 'hide',
      cell: ({ kind }) => <span className="t-2">{words.kind(kind)}</span>,
    },
  ];
}
