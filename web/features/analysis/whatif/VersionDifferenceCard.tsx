/**
 * A row that differs: the event from which on the versions differ, both rows, the events before it, and the step of the
 * fold.
 */
import { useTranslation } from 'react-i18next';
import type { ShownEvent, ShownFieldDifference, ShownParting } from '#services/api/answers.ts';
import { formatMoment } from '#web/lib/format.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Link } from '#web/ui/link.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import { analysisHref } from '../analysis-href.ts';
import { useWhatIfFormatters } from './useWhatIfFormatters.ts';
import styles from './whatif.module.css';

/** The changed field with its values, such as `stars 2 → 3`, if only one differs; otherwise the number of fields. */
function useChangeText({ kind, fields }: ShownParting): string {
  const { t } = useTranslation('analysis');
  if (kind !== 'differ' && fields.length === 0) return t(`whatif.kind.${kind}`);
  const [first] = fields;
  if (fields.length !== 1 || !first) return t('whatif.fields', { count: fields.length });
  if (!first.values) return first.path;
  return `${first.path} ${first.values.here || '–'} → ${first.values.there || '–'}`;
}

export function VersionDifferenceCard({ parting, isOpen }: { parting: ShownParting; isOpen: boolean }) {
  const { t } = useTranslation('analysis');
  const words = useWhatIfFormatters();
  const { caseId, view, event, before, derivedFrom, fields } = parting;
  const change = useChangeText(parting);
  return (
    <Disclosure
      open={isOpen}
      summary={
        <span className={styles.parting}>
          <span className="num">{event ? words.position(event) : '–'}</span>
          <strong>{event ? words.type(event.type) : t('whatif.sinceErasure')}</strong>
          <span className="num">{caseId}</span>
          <span className="t-2">
            {words.view(view)}: {change}
          </span>
        </span>
      }
    >
      <div className={styles.details}>
        <p>
          {t('whatif.step.fold', {
            view: words.view(view),
            id: parting.id,
            type: event ? words.type(event.type) : t('whatif.sinceErasure'),
          })}{' '}
          {derivedFrom !== null && t('whatif.step.derived', { from: words.view(derivedFrom) })}
        </p>
        {fields.length > 0 && <FieldTable fields={fields} />}
        {event && <EventLinks event={event} caseId={caseId} />}
        {before.length > 0 && (
          <section aria-label={t('whatif.before')}>
            <h3 className="t-small t-2">{t('whatif.before')}</h3>
            <ul className={styles.events}>
              {before.map(one => (
                <li key={one.position}>
                  <EventText event={one} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Disclosure>
  );
}

function EventText({ event }: { event: ShownEvent }) {
  const { position, type } = useWhatIfFormatters();
  const text = `${position(event)} ${type(event.type)}`;
  const { caseId, revision } = event;
  return (
    <>
      {caseId !== null && revision !== null ? (
        <Link href={analysisHref('log', { event: `${caseId}-${revision}` })} className={styles.link}>
          {text}
        </Link>
      ) : (
        text
      )}{' '}
      <span className="num t-2">{formatMoment(event.at)}</span>
    </>
  );
}

function EventLinks({ event, caseId }: { event: ShownEvent; caseId: string }) {
  const { t } = useTranslation('analysis');
  const href = `/caseDetail?id=${encodeURIComponent(caseId)}&at=${encodeURIComponent(event.position)}`;
  return (
    <p>
      {t('whatif.partsAt')} <EventText event={event} /> ·{' '}
      <Link href={href} className={styles.link}>
        {t('whatif.caseThen', { caseId })}
      </Link>
    </p>
  );
}

function FieldTable({ fields }: { fields: readonly ShownFieldDifference[] }) {
  const { t } = useTranslation('analysis');
  const value = (side: 'here' | 'there') => (field: ShownFieldDifference) =>
    field.values ? (
      <code>{field.values[side] || '–'}</code>
    ) : (
      <span className="t-2">{t('whatif.hidden')}</span>
    );
  const columns: TableColumn<ShownFieldDifference>[] = [
    { id: 'field', header: t('whatif.field'), cell: ({ path }) => <code>{path}</code>, card: 'line' },
    { id: 'here', header: t('whatif.here'), cell: value('here'), card: 'figure' },
    { id: 'there', header: t('whatif.there'), cell: value('there'), card: 'figure' },
  ];
  return (
    <Table label={t('whatif.bothRows')} rows={fields} columns={columns} rowKey={({ path }) => path} bare />
  );
}
