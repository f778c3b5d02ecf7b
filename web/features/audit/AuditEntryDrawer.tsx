/** One entry of the audit, with links to its people and its case. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { personHref } from '#web/features/people/people-links.ts';
import { formatZonedMoment } from '#web/lib/format.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Drawer } from '#web/ui/drawer.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { KeyValueList } from '#web/ui/key-values.tsx';
import { Link } from '#web/ui/link.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './audit.module.css';
import { type AuditSearch, auditHref } from './audit-links.ts';
import { type AuditItem, auditEntryQuery } from './audit-queries.ts';
import { caseIdOfEntry, useAuditSubjectFormatter } from './useAuditColumns.tsx';
import { useAuditFormatters } from './useAuditFormatters.ts';

type Props = { id: string; search: AuditSearch; known: AuditItem | undefined; onClose: () => void };

export function AuditEntryDrawer({ id, search, known, onClose }: Props) {
  const { t } = useTranslation('audit');
  // An entry from the list is not read again, because the audit would record another look at it.
  const { data, isError } = useQuery({ ...auditEntryQuery(id), enabled: known === undefined });
  const item = known ?? data;
  return (
    <Drawer
      open
      width={440}
      title={t('entry.title')}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('entry.close')}</Button>}
    >
      {item ? (
        <Entry item={item} search={search} />
      ) : isError ? (
        <EmptyState title={t('entry.unknown')}>{t('entry.unknownHow')}</EmptyState>
      ) : (
        <Skeleton lines={6} label={t('loading')} />
      )}
    </Drawer>
  );
}

function Entry({ item, search }: { item: AuditItem; search: AuditSearch }) {
  const { t } = useTranslation('audit');
  const words = useAuditFormatters();
  const aboutNames = useAuditSubjectFormatter();
  const { data: me } = useQuery(currentUserQuery());
  const details = words.details(item);
  const caseId = caseIdOfEntry(item);
  const { since, until } = item.facts;
  const personLink = (person: AuditItem['by']) =>
    me?.position === 'Admin' && person.id !== 'system' ? (
      <Link key={person.id} href={personHref(person.id)} className={styles.link}>
        {person.name}
      </Link>
    ) : (
      <span key={person.id}>{words.name(person)}</span>
    );
  const about = [...item.people, ...(item.sought ? [item.sought] : [])];
  const rows = [
    { label: t('column.at'), value: <time dateTime={item.at}>{formatZonedMoment(item.at)}</time> },
    { label: t('column.act'), value: words.act(item) },
    { label: t('column.kind'), value: words.kind(item.kind) },
    { label: t('column.by'), value: personLink(item.by) },
    ...(about.length > 0 || aboutNames(item)
      ? [
          {
            label: t('column.about'),
            value:
              about.length > 0 ? (
                <span className={styles.people}>{about.map(personLink)}</span>
              ) : (
                aboutNames(item)
              ),
          },
        ]
      : []),
    ...(caseId
      ? [
          {
            label: t('column.case'),
            value: (
              <Link href={`/caseDetail?id=${encodeURIComponent(caseId)}`} className={styles.link}>
                {caseId}
              </Link>
            ),
          },
        ]
      : []),
    ...(details ? [{ label: t('column.details'), value: details }] : []),
    ...(item.range ? [{ label: t('column.range'), value: words.range(item.range) }] : []),
    ...(since && until
      ? [
          {
            label: t('entry.period'),
            value: `${formatZonedMoment(since)} – ${formatZonedMoment(until)}`,
          },
        ]
      : []),
    {
      label: t('column.id'),
      value: (
        <span className={styles.number}>
          <span className="num">{item.id}</span>
          <CopyButton text={() => item.id} label={t('entry.copy')} copied={t('entry.copied')} iconOnly />
        </span>
      ),
    },
  ];
  const [person = item.by] = item.people;
  return (
    <div className={styles.entry}>
      <KeyValueList items={rows} labelWidth="110px" />
      <div className={styles.links}>
        {person.id !== 'system' && (
          <LinkButton href={auditHref({ ...search, person: person.id, id: undefined })}>
            {t('of', { name: person.name })}
          </LinkButton>
        )}
        {caseId && (
          <LinkButton href={auditHref({ ...search, case: caseId, id: undefined })}>
            {t('ofCase', { caseId })}
          </LinkButton>
        )}
      </div>
    </div>
  );
}
