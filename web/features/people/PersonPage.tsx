/** One person in the back office: account, cases, signed-in browsers and changes. */
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { backOfficeHref } from '#web/lib/back-office-search-params.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { formatMoment, formatRelativeTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { useBrowserNameFormatter } from '#web/lib/useBrowserNameFormatter.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { KeyValueList } from '#web/ui/key-values.tsx';
import { Link } from '#web/ui/link.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Timeline } from '#web/ui/timeline.tsx';
import { PersonActions } from './PersonActions.tsx';
import styles from './people.module.css';
import { peopleHref, readPeopleSearch } from './people-links.ts';
import {
  managedOrganisationsQuery,
  type OrganisationItem,
  type PersonDetail,
  personDetailQuery,
} from './people-queries.ts';
import { useOrganisationNameLookup } from './useOrganisationNameLookup.ts';
import { AccountStateChips } from './usePeopleColumns.tsx';

type Props = { id: string; me: string; go: (href: string, replace?: boolean) => void };

const listHref = peopleHref(readPeopleSearch({}));

export function PersonPage({ id, me, go }: Props) {
  const { t } = useTranslation('people');
  const { data: person, isError, error, refetch } = useQuery(personDetailQuery(id));
  const { data: organisations = [] } = useQuery(managedOrganisationsQuery());
  if (isError && !person)
    return 'http' in error && error.http !== 404 ? (
      <EmptyState title={t('failed')} action={<Button onPress={() => void refetch()}>{t('retry')}</Button>} />
    ) : (
      <EmptyState title={t('unknown')} action={<LinkButton href={listHref}>{t('back')}</LinkButton>}>
        {t('unknownHow')}
      </EmptyState>
    );
  if (!person) return <Skeleton lines={10} label={t('loading')} />;
  return (
    <>
      <div className={styles.head}>
        <Link href={listHref} className={styles.back}>
          <ArrowLeft aria-hidden="true" />
          {t('back')}
        </Link>
        <h2 className="t-title">{person.name}</h2>
        <AccountStateChips person={person} />
        <PersonActions
          person={person}
          isSelf={id === me}
          organisations={organisations}
          onRemoved={() => go(listHref)}
        />
      </div>
      <div className={styles.panels}>
        <div className={styles.column}>
          <Account person={person} organisations={organisations} />
          <Changes person={person} organisations={organisations} />
        </div>
        <div className={styles.column}>
          <Cases person={person} />
          <Browsers person={person} />
        </div>
      </div>
    </>
  );
}

type Shown = { person: PersonDetail; organisations: readonly OrganisationItem[] };

const namesOf = (people: PersonDetail['doctors']) => people.map(({ name }) => name).join(' · ');

function Account({ person, organisations }: Shown) {
  const { t } = useTranslation(['people', 'case']);
  const nameOf = useOrganisationNameLookup();
  const organisation = organisations.find(({ orgId }) => orgId === person.orgId);
  return (
    <Panel title={t('people:account')}>
      <KeyValueList
        items={[
          { label: t('people:userName'), value: <span className="num">{person.userName}</span> },
          { label: t('people:position'), value: t(`case:position.${person.position}`) },
          { label: t('people:organisation'), value: organisation ? nameOf(organisation) : person.orgId },
          {
            label: t('people:phone'),
            value: <span className="num">{person.phone ?? t('people:none')}</span>,
          },
          { label: t('people:email'), value: person.email ?? t('people:none') },
          { label: t('people:factor.title'), value: t(`people:factor.${person.secondFactor}`) },
          ...(person.doctors.length > 0
            ? [{ label: t('people:serves'), value: namesOf(person.doctors) }]
            : []),
          ...(person.assistants.length > 0
            ? [{ label: t('people:assistants'), value: namesOf(person.assistants) }]
            : []),
        ]}
      />
    </Panel>
  );
}

function Cases({ person: { held, cases } }: Pick<Shown, 'person'>) {
  const { t } = useTranslation(['people', 'case']);
  return (
    <Panel title={t('people:cases')} note={t('people:held', held)}>
      {cases.length === 0 ? (
        <p className="t-2">{t('people:noCases')}</p>
      ) : (
        <ul className={styles.cases}>
          {cases.map(({ caseId, patientName, status }) => (
            <li key={caseId}>
              <Link href={`/caseDetail?id=${encodeURIComponent(caseId)}`}>
                <span>
                  <b className="num">{caseId}</b> {patientName}
                </span>
                <span className="t-2 t-small">{t(`case:status.${status}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Browsers({ person: { browsers } }: Pick<Shown, 'person'>) {
  const { t } = useTranslation(['people', 'account']);
  const { lang } = useBoot();
  const now = useNow();
  const nameOf = useBrowserNameFormatter();
  return (
    <Panel title={t('people:browsers')} count={browsers.length > 0 ? browsers.length : undefined}>
      {browsers.length === 0 ? (
        <p className="t-2">{t('people:noBrowsers')}</p>
      ) : (
        <ul className={styles.browsers}>
          {browsers.map(one => (
            <li key={`${one.startedAt} ${one.usedAt}`}>
              <b>{nameOf(one)}</b>
              <span className="t-2 t-small">
                {one.network === 'local'
                  ? t('account:sessions.local')
                  : t('account:sessions.network', { network: one.network })}
              </span>
              <time className="t-2 t-small" dateTime={one.usedAt}>
                {t('account:sessions.usedAt', { when: formatRelativeTime(one.usedAt, now, lang) })}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Changes({ person: { id, changes }, organisations }: Shown) {
  const { t } = useTranslation(['people', 'case']);
  const nameOf = useOrganisationNameLookup();
  const placeOf = ({ position, orgId }: PersonDetail['changes'][number]) => {
    const organisation = organisations.find(one => one.orgId === orgId);
    return (
      position &&
      [t(`case:position.${position}`), organisation && nameOf(organisation)].filter(Boolean).join(' · ')
    );
  };
  return (
    <Panel
      title={t('people:changes')}
      footer={<Link href={backOfficeHref({ section: 'audit', person: id })}>{t('people:audit')}</Link>}
    >
      <Timeline
        label={t('people:changes')}
        days={[
          {
            items: changes.map(change => ({
              id: change.id,
              time: formatMoment(change.at),
              dateTime: change.at,
              title: t(`people:change.${change.type}`),
              by: change.by.id === 'system' ? t('people:bySystem') : change.by.name,
              note: placeOf(change),
            })),
          },
        ]}
      />
    </Panel>
  );
}
