/** /analysis/whatif: which rows would differ with another version of the program, and from which event on. */

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isUnfinishedJob } from '#events/job-state.ts';
import type { WhatIfItem } from '#services/api/answers.ts';
import { ApiError } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { analysisHref } from '../analysis-href.ts';
import { errorText } from '../error-text.ts';
import type { AnalysisScreenProps } from '../screen-components.ts';
import { ComparisonList } from './ComparisonList.tsx';
import { ComparisonProgress } from './ComparisonProgress.tsx';
import { ComparisonResult } from './ComparisonResult.tsx';
import { StartComparisonForm } from './StartComparisonForm.tsx';
import { useWhatIf } from './useWhatIf.ts';
import { useWhatIfFormatters } from './useWhatIfFormatters.ts';
import { whatIfOverviewQuery } from './what-if-queries.ts';
import styles from './whatif.module.css';

export function WhatIfScreen({ search }: AnalysisScreenProps) {
  const { t } = useTranslation('analysis');
  const { data, error, refetch } = useQuery(whatIfOverviewQuery());
  const actions = useWhatIf();
  if (!data)
    return error ? (
      <EmptyState
        title={error instanceof ApiError ? error.message : t('report.failed')}
        action={<Button onPress={() => void refetch()}>{t('report.retry')}</Button>}
      >
        {t('report.failedHow')}
      </EmptyState>
    ) : (
      <Skeleton lines={8} label={t('report.loading')} />
    );
  const { items, versions } = data;
  const open = items.find(isUnfinishedJob);
  const shown = items.find(({ id }) => id === search.run) ?? items.find(({ result }) => result);
  return (
    <div className={styles.screen}>
      <p className="t-2">{t('whatif.lead')}</p>
      <StartComparisonForm
        versions={versions}
        isBusy={actions.isBusy || open !== undefined}
        onCompare={actions.compare}
      />
      {actions.error && (
        <p role="alert" className={styles.error}>
          {errorText(actions.error)}
        </p>
      )}
      {open && (
        <ComparisonProgress run={open} isBusy={actions.isBusy} onCancel={() => actions.remove(open.id)} />
      )}
      {shown && <Shown run={shown} />}
      {items.length > 0 && (
        <ComparisonList
          items={items}
          shown={shown?.id}
          hrefOf={run => analysisHref('whatif', { run })}
          isBusy={actions.isBusy}
          onRemove={actions.remove}
        />
      )}
    </div>
  );
}

function Shown({ run }: { run: WhatIfItem }) {
  const { outcome } = useWhatIfFormatters();
  if (isUnfinishedJob(run)) return null;
  if (run.result) return <ComparisonResult run={run} result={run.result} />;
  return <p role="status">{outcome(run)}</p>;
}
