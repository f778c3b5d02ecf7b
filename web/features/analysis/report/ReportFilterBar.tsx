/**
 * Filters of all reports: days, method, product type, clinic, technician, and the moment. All of them are in the
 * address.
 */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { options } from '#events/case/options.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Select } from '#web/ui/select.tsx';
import styles from './report.module.css';
import { reportFilterChoicesQuery } from './report-queries.ts';
import {
  dayAfter,
  dayOfMoment,
  lastDayBefore,
  needsWholeMonths,
  type ReportSearch,
} from './report-search.ts';
import { useReportFormatters } from './useReportFormatters.ts';

type Props = {
  search: ReportSearch;
  /** Returns the address with a change of the search. */
  hrefOf: (change: ReportSearch) => string;
  go: (href: string, replace?: boolean) => void;
  /** Splits that the screen offers; if empty, the bar has no choice of a split. */
  splits?: readonly string[];
};

/** Value of the choice "all", which filters nothing. */
const unset = 'any';

export function ReportFilterBar({ search, hrefOf, go, splits = [] }: Props) {
  const { t } = useTranslation('analysis');
  const set = (change: ReportSearch) => go(hrefOf(change), true);
  const isNarrowed = narrowing.some(name => search[name] !== undefined);
  const isAtPosition = search.asOf !== undefined && dayOfMoment(search.asOf) === undefined;
  return (
    <search className={styles.filters} aria-label={t('report.filters')}>
      <div className={styles.bar}>
        <DateField
          label={t('report.from')}
          size="compact"
          value={search.from ?? null}
          onChange={day => set({ from: day ?? undefined })}
        />
        <DateField
          label={t('report.to')}
          size="compact"
          value={lastDayBefore(search.to) ?? null}
          onChange={day => set({ to: dayAfter(day ?? undefined) })}
        />
        <Choices search={search} set={set} />
        {splits.length > 0 && (
          <Choice
            label={t('report.by')}
            none={t('report.noSplit')}
            value={search.by}
            onChange={by => set({ by })}
            options={splits.map(value => ({ value, label: t(`report.split.${value}`) }))}
          />
        )}
        <DateField
          label={t('report.asOf')}
          size="compact"
          value={dayOfMoment(search.asOf) ?? null}
          onChange={asOf => set({ asOf: asOf ?? undefined })}
        />
      </div>
      {(needsWholeMonths(search) || isNarrowed) && (
        <p className={styles.narrowed}>
          {needsWholeMonths(search) && <span className="t-small t-2">{t('report.wholeMonths')}</span>}
          {isAtPosition && (
            <>
              <span className="t-small t-2">{t('report.atPosition')}</span>
              <LinkButton size="small" variant="quiet" href={hrefOf({ asOf: undefined })}>
                {t('report.asOfNow')}
              </LinkButton>
            </>
          )}
          {isNarrowed && (
            <LinkButton size="small" variant="quiet" href={hrefOf(everything)}>
              {t('report.clear')}
            </LinkButton>
          )}
        </p>
      )}
    </search>
  );
}

const narrowing = ['from', 'to', 'asOf', 'method', 'productType', 'org', 'person'] as const;
const everything: ReportSearch = Object.fromEntries(narrowing.map(name => [name, undefined]));

type ChoicesProps = { search: ReportSearch; set: (change: ReportSearch) => void };

/** Method, product type, the clinic's organisation, technician. */
function Choices({ search, set }: ChoicesProps) {
  const { t } = useTranslation(['analysis', 'rx']);
  const { person } = useReportFormatters();
  const { data } = useQuery(reportFilterChoicesQuery());
  const organisations = data?.organisations ?? [];
  const technicians = data?.people.filter(one => one.isAssigned) ?? [];
  return (
    <>
      {(['method', 'productType'] as const).map(name => (
        <Choice
          key={name}
          label={t(`analysis:report.${name}`)}
          value={search[name]}
          onChange={value => set({ [name]: value })}
          options={options[name].map(key => ({ value: String(key), label: t(`rx:option.${name}.${key}`) }))}
        />
      ))}
      <Choice
        label={t('analysis:report.split.org')}
        value={search.org}
        onChange={org => set({ org })}
        options={organisations.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Choice
        label={t('analysis:report.split.technician')}
        value={search.person}
        onChange={value => set({ person: value })}
        options={technicians.map(one => ({ value: one.person, label: person(one.person) }))}
      />
    </>
  );
}

type ChoiceProps = {
  label: string;
  /** Label of the choice that filters nothing. Default: all. */
  none?: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  options: readonly { value: string; label: string }[];
};

function Choice({ label, none, value, onChange, options: choices }: ChoiceProps) {
  const { t } = useTranslation('analysis');
  // A value without a choice is shown unchanged.
  const isKnown = value === undefined || choices.some(one => one.value === value);
  return (
    <Select
      label={label}
      size="compact"
      value={value ?? unset}
      onChange={chosen => onChange(chosen === unset ? undefined : chosen)}
      options={[
        { value: unset, label: none ?? t('report.any') },
        ...(isKnown ? [] : [{ value, label: value }]),
        ...choices,
      ]}
    />
  );
}
