/** /analysis/ask: questions in SQL on the tables, as of any position. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#web/lib/api.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { analysisHref } from '../analysis-href.ts';
import type { AnalysisScreenProps } from '../screen-components.ts';
import { AskWorkspace } from './AskWorkspace.tsx';
import { askDescriptionQuery, savedQuestionQuery } from './ask-queries.ts';
import { readAskSearch, savedQuestionHref, savedQuestionIdOf } from './ask-search.ts';

export function AskScreen({ search: given, go }: AnalysisScreenProps) {
  const { t } = useTranslation('analysis');
  const search = readAskSearch(given);
  const savedId = savedQuestionIdOf(search);
  const description = useQuery(askDescriptionQuery());
  const saved = useQuery({ ...savedQuestionQuery(savedId ?? ''), enabled: savedId !== undefined });
  // Keeps the form, with its answer, after saving has changed the address.
  const [kept, setKept] = useState<{ form: string; id: string }>();
  const error = description.error ?? (saved.data ? null : saved.error);
  if (savedId !== undefined && error instanceof ApiError && error.http === 404)
    return (
      <EmptyState
        title={t('ask.gone')}
        action={<LinkButton href={analysisHref('ask')}>{t('ask.startAnew')}</LinkButton>}
      >
        {t('ask.goneHow')}
      </EmptyState>
    );
  if (error && !description.data)
    return (
      <EmptyState title={error instanceof ApiError ? error.message : t('report.failed')}>
        {t('report.failedHow')}
      </EmptyState>
    );
  const isLoading = savedId !== undefined && savedId !== kept?.id && !saved.data;
  if (!description.data || isLoading) return <Skeleton lines={10} label={t('report.loading')} />;
  // The form's key: another question in the address opens a new form.
  const form = savedId !== undefined && savedId === kept?.id ? kept.form : search.q;
  return (
    <AskWorkspace
      key={form}
      description={description.data}
      search={search}
      saved={savedId === undefined ? undefined : saved.data}
      go={go}
      onSaved={id => {
        setKept({ form, id });
        go(savedQuestionHref(id), true);
      }}
    />
  );
}
