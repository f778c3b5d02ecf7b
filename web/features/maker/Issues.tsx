/** What is wrong or odd with files, a line for each: which one, and what. */
import { useTranslation } from 'react-i18next';
import type { Issue } from '#events/errors.ts';
import { unitNames } from '#events/file/model-found.ts';
import { Banner } from '#web/ui/banner.tsx';
import styles from './maker.module.css';

type Props = { title: string; tone: 'danger' | 'warn'; issues: readonly Issue[] };

/** So many lines at first; the rest is counted. */
const most = 12;

export function Issues({ title, tone, issues }: Props) {
  const { t } = useTranslation(['maker', 'error', 'file']);
  /** A unit is told by its name. */
  const named = (values: Issue['values']): Record<string, string | number> => {
    const unit = unitNames.find(one => one === values?.unit);
    return unit && unit !== 'mm' ? { ...values, unit: t(`file:found.units.${unit}`) } : { ...values };
  };
  if (issues.length === 0) return null;
  return (
    <Banner tone={tone}>
      <b>{title}</b>
      <ul className={styles.issues}>
        {issues.slice(0, most).map(({ path, issue, values }) => (
          <li key={`${path} ${issue}`}>
            {path && path !== 'frame' && <b className="num">{path}: </b>}
            {t(`error:issue.${issue}`, named(values))}
          </li>
        ))}
      </ul>
      {issues.length > most && <p>{t('maker:more', { count: issues.length - most })}</p>}
    </Banner>
  );
}
