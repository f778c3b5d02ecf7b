/** The filters of the LOG, each with the number of its events. All are in the address. */

import { positions } from '#events/person/position.ts';
import type { AnswerData } from '#services/api/answers.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Select } from '#web/ui/select.tsx';
import styles from './log.module.css';
import { isLogFiltered, type LogSearch, logHref } from './log-search.ts';
import { useLogFormatters } from './useLogFormatters.ts';

type Props = {
  search: LogSearch;
  counts: AnswerData<'/api/analysis/log/counts'> | undefined;
  go: (href: string) => void;
};

/** A select's first choice. */
const ANY = 'any';
/** Maximum number of people in the list. Other people are chosen from one of their events. */
const MOST_PEOPLE = 200;

export function LogFilters({ search, counts, go }: Props) {
  const { t } = useLogFormatters();
  const set = (change: LogSearch) => go(logHref(search, { ...change, event: undefined }));
  return (
    <search aria-label={t('analysis:log.filters')} className={styles.filters}>
      <TypeFilter {...{ search, counts, set }} />
      <PersonFilter {...{ search, counts, set }} />
      <Select
        label={t('analysis:log.filter.position')}
        size="compact"
        value={search.position ?? ANY}
        onChange={value => set({ position: value === ANY ? undefined : value })}
        options={[
          { value: ANY, label: t('analysis:log.filter.anyPosition') },
          ...positions.map(value => ({ value, label: t(`case:position.${value}`) })),
        ]}
      />
      <div className={styles.field}>
        <span className="t-small t-strong" aria-hidden="true">
          {t('analysis:log.filter.case')}
        </span>
        <SearchField
          key={search.case}
          label={t('analysis:log.filter.case')}
          placeholder={t('analysis:log.filter.caseHint')}
          defaultValue={search.case ?? ''}
          tone="box"
          onSubmit={text => set({ case: text.trim().toUpperCase() || undefined, at: undefined })}
        />
      </div>
      {(['from', 'to'] as const).map(field => (
        <DateField
          key={field}
          label={t(`analysis:log.filter.${field}`)}
          size="compact"
          value={search[field] ?? null}
          onChange={day => set({ [field]: day ?? undefined, at: undefined })}
        />
      ))}
      <DateField
        label={t('analysis:log.goTo')}
        size="compact"
        value={search.at?.slice(0, 10) ?? null}
        onChange={day => set({ at: day ?? undefined })}
      />
      {isLogFiltered(search) && (
        <LinkButton href={logHref({ at: search.at })} variant="quiet">
          {t('analysis:log.filter.clear')}
        </LinkButton>
      )}
    </search>
  );
}

type FilterProps = Pick<Props, 'search' | 'counts'> & { set: (change: LogSearch) => void };

function TypeFilter({ search, counts, set }: FilterProps) {
  const { t, type, number } = useLogFormatters();
  const counted = counts?.types ?? [];
  const isKnown = search.type === undefined || counted.some(one => one.type === search.type);
  const options = isKnown ? counted : [{ type: search.type ?? '', count: 0 }, ...counted];
  return (
    <Select
      label={t('analysis:log.filter.type')}
      size="compact"
      value={search.type ?? ANY}
      onChange={value => set({ type: value === ANY ? undefined : value })}
      options={[
        { value: ANY, label: t('analysis:log.filter.anyType') },
        ...options.map(one => ({
          value: one.type as string,
          label: t('analysis:log.counted', { label: type(one.type), number: number(one.count) }),
        })),
      ]}
    />
  );
}

function PersonFilter({ search, counts, set }: FilterProps) {
  const { t, actor, pseudonym, number } = useLogFormatters();
  const people = counts?.people ?? [];
  const chosen = people.find(one => one.pseudonym === search.person);
  const listed = people.slice(0, MOST_PEOPLE);
  const missing = search.person !== undefined && !listed.some(one => one.pseudonym === search.person);
  const shown = missing
    ? [...listed, chosen ?? { pseudonym: search.person ?? '', position: null, count: 0 }]
    : listed;
  return (
    <Select
      label={t('analysis:log.filter.person')}
      size="compact"
      value={search.person ?? ANY}
      onChange={value => set({ person: value === ANY ? undefined : value })}
      options={[
        { value: ANY, label: t('analysis:log.filter.anyPerson') },
        ...shown.map(one => ({
          value: one.pseudonym,
          label: t('analysis:log.counted', {
            label: [actor(one), pseudonym(one)].filter(Boolean).join(' '),
            number: number(one.count),
          }),
        })),
      ]}
    />
  );
}
