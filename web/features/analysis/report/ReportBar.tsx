/** What all reports may be narrowed to: days, method, product type, technician, and the moment. Each is in the address. */
import { useTranslation } from 'react-i18next';
import { options } from '#events/case/options.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Select } from '#web/ui/select.tsx';
import styles from './report.module.css';
import type { ReportSearch } from './report-search.ts';

type Props = {
  search: ReportSearch;
  /** The address with a change. */
  hrefOf: (change: ReportSearch) => string;
  go: (href: string, replace?: boolean) => void;
  /** Splits that the screen offers; none shows no choice. */
  splits?: readonly string[];
};

/** Value of a choice that narrows nothing. */
const unset = 'any';

export function ReportBar({ search, hrefOf, go, splits = [] }: Props) {
  const { t } = useTranslation(['analysis', 'rx']);
  const set = (change: ReportSearch) => go(hrefOf(change), true);
  const choice = (name: 'method' | 'productType') => (
    <Select
      label={t(`analysis:report.${name}`)}
      size="compact"
      value={search[name] ?? unset}
      onChange={value => set({ [name]: value === unset ? undefined : value })}
      options={[
        { value: unset, label: t('analysis:report.any') },
        ...options[name].map(key => ({ value: String(key), label: t(`rx:option.${name}.${key}`) })),
      ]}
    />
  );
  return (
    <search className={styles.bar} aria-label={t('analysis:report.filters')}>
      <DateField
        label={t('analysis:report.from')}
        size="compact"
        value={search.from ?? null}
        onChange={from => set({ from: from ?? undefined })}
      />
      <DateField
        label={t('analysis:report.to')}
        size="compact"
        value={search.to ?? null}
        onChange={to => set({ to: to ?? undefined })}
      />
      {choice('method')}
      {choice('productType')}
      {splits.length > 0 && (
        <Select
          label={t('analysis:report.by')}
          size="compact"
          value={search.by ?? unset}
          onChange={by => set({ by: by === unset ? undefined : by })}
          options={[
            { value: unset, label: t('analysis:report.noSplit') },
            ...splits.map(value => ({ value, label: t(`analysis:report.split.${value}`) })),
          ]}
        />
      )}
      <DateField
        label={t('analysis:report.asOf')}
        size="compact"
        value={search.asOf?.slice(0, 10) ?? null}
        onChange={asOf => set({ asOf: asOf ?? undefined })}
      />
      {search.asOf && (
        <LinkButton href={hrefOf({ asOf: undefined })}>{t('analysis:report.asOfNow')}</LinkButton>
      )}
    </search>
  );
}
