/** Canned answers: as a menu, or as a list that `/` opens in the text field. */
import { MessageSquareQuote } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Menu } from '#web/ui/menu.tsx';
import { useConversationContext } from './ConversationContext.tsx';
import type { CannedAnswer } from './canned-answers.ts';
import styles from './composer.module.css';
import { SuggestionList } from './SuggestionList.tsx';
import { useCannedAnswers } from './useCannedSuggestions.ts';
import type { SuggestionState } from './useSuggestions.ts';

export function CannedAnswerMenu({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useTranslation('chat');
  const answers = useCannedAnswers();
  if (answers.length === 0) return null;
  return (
    <Menu
      label={t('canned')}
      placement="top start"
      trigger={{
        variant: 'quiet',
        size: 'small',
        children: t('canned'),
        icon: <MessageSquareQuote aria-hidden="true" />,
        arrow: false,
      }}
      items={answers.map(({ id, title, text }) => ({ id, label: title, onPress: () => onChoose(text) }))}
    />
  );
}

export function CannedAnswerSuggestions({ canned }: { canned: SuggestionState<CannedAnswer> }) {
  const { t } = useTranslation('chat');
  const { readerLang } = useConversationContext();
  return (
    <SuggestionList suggest={canned} label={t('canned')}>
      {({ title, text }) => (
        <span className={styles.answer}>
          <b>{title}</b>
          <span className="t-small t-2 clip" lang={readerLang}>
            {text}
          </span>
        </span>
      )}
    </SuggestionList>
  );
}
