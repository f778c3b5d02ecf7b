/** One event of the LOG: its open data, its causes and effects, and a link to the case as it was then. */
import { useQuery } from '@tanstack/react-query';
import type { AnswerData } from '#services/api/answers.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Drawer } from '#web/ui/drawer.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { KeyValueList } from '#web/ui/key-values.tsx';
import { Link } from '#web/ui/link.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './log.module.css';
import { logEventQuery } from './log-queries.ts';
import { eventKey, type LogSearch, logHref, parseEventKey } from './log-search.ts';
import { type LogItem, logMomentText, positionNumberText } from './log-window.ts';
import { useLogFormatters } from './useLogFormatters.ts';

type LogEvent = AnswerData<'/api/analysis/log/:id/:revision'>;
type Props = { search: LogSearch; onClose: () => void };

/** @param search the search with the open event */
export function LogEventDrawer({ search, onClose }: Props) {
  const { t, type } = useLogFormatters();
  const key = parseEventKey(search.event ?? '');
  const { data, isError } = useQuery({
    ...logEventQuery(key?.caseId ?? '', key?.revision ?? ''),
    enabled: key !== undefined,
  });
  return (
    <Drawer
      open
      width={520}
      title={data ? type(data.type) : t('analysis:log.title')}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('analysis:log.event.close')}</Button>}
    >
      {data ? (
        <Event event={data} search={search} />
      ) : isError || !key ? (
        <EmptyState title={t('analysis:log.event.unknown')}>{t('analysis:log.event.unknownHow')}</EmptyState>
      ) : (
        <Skeleton lines={8} label={t('analysis:log.loading')} />
      )}
    </Drawer>
  );
}

const caseThen = ({ caseId, position }: LogItem) =>
  `/caseDetail?id=${encodeURIComponent(caseId)}&at=${encodeURIComponent(position)}`;

function Event({ event, search }: { event: LogEvent; search: LogSearch }) {
  const words = useLogFormatters();
  const { t } = words;
  const only = (change: LogSearch) => logHref({ at: search.at }, change);
  const rows = [
    { label: t('analysis:log.rows.at'), value: <time dateTime={event.at}>{logMomentText(event.at)}</time> },
    {
      label: t('analysis:log.rows.position'),
      value: t('analysis:log.event.place', {
        position: positionNumberText(event.position),
        number: event.revision + 1,
        caseId: event.caseId,
      }),
    },
    {
      label: t('analysis:log.rows.by'),
      value: [words.actor(event.by), words.pseudonym(event.by)].filter(Boolean).join(' '),
    },
    ...(event.to === null ? [] : [{ label: t('analysis:log.rows.to'), value: words.status(event) }]),
    {
      label: t('analysis:log.rows.event'),
      value: (
        <code>
          {event.type} v{event.v}
        </code>
      ),
    },
  ];
  return (
    <div className={styles.event}>
      <KeyValueList items={rows} labelWidth="90px" />
      <div className={styles.links}>
        <LinkButton href={caseThen(event)} variant="primary" size="small">
          {t('analysis:log.event.case')}
        </LinkButton>
        <LinkButton href={only({ case: event.caseId })} size="small">
          {t('analysis:log.event.ofCase')}
        </LinkButton>
        <LinkButton href={only({ type: event.type })} size="small">
          {t('analysis:log.event.ofType')}
        </LinkButton>
        <LinkButton href={only({ person: event.by.pseudonym })} size="small">
          {t('analysis:log.event.ofPerson')}
        </LinkButton>
      </div>
      <Content event={event} />
      <Related title="causes" items={event.causes} search={search} />
      {event.isCausedOutside && <p className="t-small t-2">{t('analysis:log.event.causedOutside')}</p>}
      {event.together.length > 1 && (
        <Related title="together" items={event.together} search={search} own={event.id} />
      )}
      <Related title="effects" items={event.effects} search={search} />
    </div>
  );
}

function Content({ event: { data, sealed } }: { event: LogEvent }) {
  const { t } = useLogFormatters();
  const text = JSON.stringify(data, null, 2);
  return (
    <section>
      <header className={styles.contentHead}>
        <h3 className="eyebrow">{t('analysis:log.event.data')}</h3>
        <CopyButton
          text={() => text}
          label={t('analysis:log.event.copy')}
          copied={t('analysis:log.event.copied')}
          iconOnly
        />
      </header>
      {text === '{}' ? (
        <p className="t-2">{t('analysis:log.event.noData')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable
        <pre className={styles.data} tabIndex={0}>
          {text}
        </pre>
      )}
      {sealed && <p className="t-small t-2">{t('analysis:log.event.sealed')}</p>}
    </section>
  );
}

type RelatedProps = {
  title: 'causes' | 'together' | 'effects';
  items: readonly LogItem[];
  search: LogSearch;
  /** Id of the open event, which is not shown as a link. */
  own?: string;
};

function Related({ title, items, search, own }: RelatedProps) {
  const { t, type } = useLogFormatters();
  if (items.length === 0) return null;
  return (
    <section>
      <h3 className="eyebrow">{t(`analysis:log.event.${title}`)}</h3>
      <ol className={styles.related}>
        {items.map(item => (
          <li key={item.id} aria-current={item.id === own || undefined}>
            <span className="num t-2">{logMomentText(item.at)}</span>{' '}
            {item.id === own ? (
              <strong>{type(item.type)}</strong>
            ) : (
              <Link href={logHref(search, { event: eventKey(item) })} className="link">
                {type(item.type)}
              </Link>
            )}{' '}
            <span className="num t-2">{item.caseId}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
