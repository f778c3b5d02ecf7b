/** Questions to begin from: own and shared ones, those asked in this session, and those shipped with the product. */
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai/react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AskDescription, QuestionItem } from '#services/api/answers.ts';
import { formatZonedMoment } from '#web/lib/format.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import styles from './ask.module.css';
import { savedQuestionsQuery } from './ask-queries.ts';
import { askHref, savedQuestionHref } from './ask-search.ts';
import { questionHistoryAtom } from './question-history.ts';

/** Maximum number of characters shown of a past question. */
const SHOWN = 120;

export function QuestionLists({ questions }: Pick<AskDescription, 'questions'>) {
  const { t } = useTranslation('analysis');
  const { data: mine } = useQuery(savedQuestionsQuery('mine'));
  const { data: shared } = useQuery(savedQuestionsQuery('shared'));
  const past = useAtomValue(questionHistoryAtom);
  const [chosen, setChosen] = useState('provided');
  return (
    <section aria-label={t('ask.questions')}>
      <Tabs
        label={t('ask.questions')}
        value={chosen}
        onChange={setChosen}
        tabs={[
          {
            id: 'provided',
            label: t('ask.provided'),
            count: questions.length,
            panel: <Provided questions={questions} />,
          },
          {
            id: 'mine',
            label: t('ask.mine'),
            count: mine?.total,
            panel: <Saved items={mine?.items} empty={t('ask.mineEmpty')} />,
          },
          {
            id: 'shared',
            label: t('ask.shared'),
            count: shared?.total,
            panel: <Saved items={shared?.items} empty={t('ask.sharedEmpty')} isOfOthers />,
          },
          {
            id: 'history',
            label: t('ask.history'),
            count: past.length,
            panel: (
              <List empty={t('ask.historyEmpty')}>
                {past.map(({ at, asked }) => (
                  <li key={at}>
                    <LinkButton size="small" variant="quiet" href={askHref(asked)} className={styles.past}>
                      <code>{asked.q.replace(/\s+/g, ' ').trim().slice(0, SHOWN)}</code>
                    </LinkButton>
                    <span className="t-small t-2">{formatZonedMoment(at)}</span>
                  </li>
                ))}
              </List>
            ),
          },
        ]}
      />
    </section>
  );
}

function List({ children, empty }: { children: readonly ReactNode[]; empty: string }) {
  if (children.length === 0) return <p className="t-2">{empty}</p>;
  return <ul className={styles.questions}>{children}</ul>;
}

function Provided({ questions }: Pick<AskDescription, 'questions'>) {
  const { t } = useTranslation('analysis');
  return (
    <List empty="">
      {questions.map(({ id, sql, params }) => (
        <li key={id}>
          <LinkButton size="small" variant="quiet" href={askHref({ q: sql, params })}>
            {t(`ask.question.${id}`)}
          </LinkButton>
        </li>
      ))}
    </List>
  );
}

type SavedProps = { items: readonly QuestionItem[] | undefined; empty: string; isOfOthers?: true };

function Saved({ items = [], empty, isOfOthers }: SavedProps) {
  return (
    <List empty={empty}>
      {items.map(({ id, title, owner, savedAt }) => (
        <li key={id}>
          <LinkButton size="small" variant="quiet" href={savedQuestionHref(id)}>
            {title}
          </LinkButton>
          <span className="t-small t-2">{isOfOthers ? owner.name : formatZonedMoment(savedAt)}</span>
        </li>
      ))}
    </List>
  );
}
