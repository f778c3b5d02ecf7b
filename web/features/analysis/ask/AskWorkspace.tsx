/** The form of a question with its answer, and the questions to begin from. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AskDescription, QuestionDetail } from '#services/api/answers.ts';
import type { ApiError } from '#web/lib/api.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { analysisHref } from '../analysis-href.ts';
import { errorText } from '../error-text.ts';
import type { AnalysisScreenProps } from '../screen-components.ts';
import { AnswerView } from './AnswerView.tsx';
import styles from './ask.module.css';
import { type AskSearch, askHref } from './ask-search.ts';
import { type Params, paramsWithDefaults } from './ask-text.ts';
import type { ChartChoice } from './chart-choice.ts';
import { QuestionForm } from './QuestionForm.tsx';
import { QuestionLists } from './QuestionLists.tsx';
import { recordQuestion } from './question-history.ts';
import { SavedQuestionBar } from './SavedQuestionBar.tsx';
import { TableList } from './TableList.tsx';
import { type AskState, useAsk } from './useAsk.ts';

type Props = Pick<AnalysisScreenProps, 'go'> & {
  description: AskDescription;
  search: AskSearch;
  /** The saved question that the address names. */
  saved: QuestionDetail | undefined;
  /** Called when the form has been saved under an id. */
  onSaved: (id: string) => void;
};

/** Parameters of the questions shipped with the product, by name. */
const knownParams = ({ questions }: AskDescription): Params =>
  Object.assign({}, ...questions.map(({ params }) => params));

const sameContent = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);

export function AskWorkspace({ description, search, saved: found, go, onSaved }: Props) {
  const [saved, setSaved] = useState(found);
  const [draft, setDraft] = useState<AskSearch>(
    // The moment in the address takes precedence over the saved one.
    found ? { q: found.sql, params: found.params, asOf: search.asOf ?? found.asOf } : search,
  );
  const [chart, setChart] = useState<ChartChoice | null>(found?.chart ?? null);
  const area = useRef<HTMLTextAreaElement>(null);
  const { run, stop, ...asking } = useAsk();
  const asked = { ...draft, params: paramsWithDefaults(draft.q, draft.params, knownParams(description)) };
  const content = { sql: asked.q, params: asked.params, chart, asOf: asked.asOf };
  const before = saved && { sql: saved.sql, params: saved.params, chart: saved.chart, asOf: saved.asOf };
  const ask = () => {
    recordQuestion({ at: Date.now(), asked });
    run(asked);
  };
  const pick = (name: string) => {
    const field = area.current;
    if (!field) return;
    field.setRangeText(name, field.selectionStart, field.selectionEnd, 'end');
    field.focus();
    setDraft(earlier => ({ ...earlier, q: field.value }));
  };
  return (
    <div className={styles.screen}>
      <TableList tables={description.tables} onPick={pick} />
      <div className={styles.work}>
        <SavedQuestionBar
          saved={saved}
          content={content}
          answered={asking.answer?.table}
          isEmpty={asked.q.trim() === ''}
          isChanged={before !== undefined && !sameContent(before, content)}
          onSaved={next => {
            setSaved(next);
            // The dialog chooses the moment only of a new question; a rename or a save keeps the form's moment.
            if (next.id !== saved?.id) setDraft(earlier => ({ ...earlier, asOf: next.asOf }));
            onSaved(next.id);
          }}
          onRemoved={() => go(analysisHref('ask'), true)}
        />
        <QuestionForm
          asked={asked}
          area={area}
          isRunning={asking.isRunning}
          onChange={change => setDraft(earlier => ({ ...earlier, ...change }))}
          onRun={ask}
          onStop={stop}
          onLink={() => go(askHref(asked))}
        />
        <Outcome asking={asking} chart={chart} onChart={setChart} onRetry={run} />
        <QuestionLists questions={description.questions} />
      </div>
    </div>
  );
}

type OutcomeProps = {
  asking: AskState;
  chart: ChartChoice | null;
  onChart: (chart: ChartChoice) => void;
  onRetry: (asked: AskSearch) => void;
};

/** The first issue, with the name of its parameter. */
function refusedText(error: ApiError): string {
  const [, name] = /^params\.(\w+)/.exec(error.issues[0]?.path ?? '') ?? [];
  return name ? `$${name}: ${errorText(error)}` : errorText(error);
}

function Outcome({ asking, chart, onChart, onRetry }: OutcomeProps) {
  const { answer, error, isRunning, isStopped } = asking;
  const { t } = useTranslation('analysis');
  if (error)
    return (
      <p role="alert" className={styles.error}>
        {refusedText(error)}
      </p>
    );
  return (
    <>
      {isStopped && <p role="status">{t('ask.stopped')}</p>}
      {answer ? (
        <div data-stale={isRunning || undefined} className={styles.answer}>
          <AnswerView {...answer} {...{ chart, onChart }} onRetry={() => onRetry(answer.asked)} />
        </div>
      ) : (
        isRunning && <Skeleton lines={6} label={t('ask.running')} />
      )}
    </>
  );
}
