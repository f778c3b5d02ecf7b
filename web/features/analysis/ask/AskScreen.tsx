/** /analysis/ask: questions in SQL on the tables, as of any position. */
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AskDescription } from '#services/api/answers.ts';
import { ApiError } from '#web/lib/api.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { AnalysisScreenProps } from '../screen-components.ts';
import styles from './ask.module.css';
import { askDescription } from './ask-queries.ts';
import { type AskSearch, askHref, readAskSearch } from './ask-search.ts';
import { type Params, paramsOf } from './ask-text.ts';
import { QuestionForm } from './QuestionForm.tsx';
import { ResultTable } from './ResultTable.tsx';
import { TableList } from './TableList.tsx';
import { type Asking, useAsk } from './useAsk.ts';

export function AskScreen({ search: given, go }: AnalysisScreenProps) {
  const { t } = useTranslation('analysis');
  const { data, error } = useQuery(askDescription());
  const search = readAskSearch(given);
  if (error && !data)
    return (
      <EmptyState title={error instanceof ApiError ? error.message : t('report.failed')}>
        {t('report.failedHow')}
      </EmptyState>
    );
  if (!data) return <Skeleton lines={10} label={t('report.loading')} />;
  // Another question in the address is another form.
  return <Workspace key={search.q} description={data} search={search} go={go} />;
}

type Props = Pick<AnalysisScreenProps, 'go'> & { description: AskDescription; search: AskSearch };

/** Values of the questions that come with the product, by name. */
const knownParams = ({ questions }: AskDescription): Params =>
  Object.assign({}, ...questions.map(({ params }) => params));

function Workspace({ description, search, go }: Props) {
  const { t } = useTranslation('analysis');
  const [draft, setDraft] = useState(search);
  const area = useRef<HTMLTextAreaElement>(null);
  const { run, stop, ...asking } = useAsk();
  const asked = { ...draft, params: paramsOf(draft.q, draft.params, knownParams(description)) };
  const pick = (name: string) => {
    const field = area.current;
    if (!field) return;
    field.setRangeText(name, field.selectionStart, field.selectionEnd, 'end');
    field.focus();
    setDraft(before => ({ ...before, q: field.value }));
  };
  return (
    <div className={styles.screen}>
      <TableList tables={description.tables} onPick={pick} />
      <div className={styles.work}>
        <p className="t-2">{t('ask.lead')}</p>
        <QuestionForm
          asked={asked}
          area={area}
          isRunning={asking.isRunning}
          onChange={change => setDraft(before => ({ ...before, ...change }))}
          onRun={() => run(asked)}
          onStop={stop}
          onLink={() => go(askHref(asked))}
        />
        <Outcome {...asking} />
        <Provided questions={description.questions} />
      </div>
    </div>
  );
}

function Outcome({ answer, error, isRunning, isStopped }: Asking) {
  const { t } = useTranslation('analysis');
  const [issue] = error?.issues ?? [];
  if (error)
    return (
      <p role="alert" className={styles.error}>
        {issue && 'message' in issue ? String(issue.message) : error.message}
      </p>
    );
  return (
    <>
      {isStopped && <p role="status">{t('ask.stopped')}</p>}
      {answer ? (
        <div data-stale={isRunning || undefined} className={styles.answer}>
          <ResultTable {...answer} />
        </div>
      ) : (
        isRunning && <Skeleton lines={6} label={t('ask.running')} />
      )}
    </>
  );
}

/** Questions that come with the product, as links. */
function Provided({ questions }: Pick<AskDescription, 'questions'>) {
  const { t } = useTranslation('analysis');
  return (
    <nav aria-label={t('ask.provided')} className={styles.provided}>
      <h2 className="t-section">{t('ask.provided')}</h2>
      <ul>
        {questions.map(({ id, sql, params }) => (
          <li key={id}>
            <LinkButton size="small" variant="quiet" href={askHref({ q: sql, params })}>
              {t(`ask.question.${id}`)}
            </LinkButton>
          </li>
        ))}
      </ul>
    </nav>
  );
}
