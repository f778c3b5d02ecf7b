/** Canned answers: as a menu, or as a list that `/` opens in the text field. */
import { MessageSquareQuote } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Menu } from '#web/ui/menu.tsx';
import type { CannedAnswer } from './canned.ts';
import styles from './composer.module.css';
import { Suggestions } from './Suggestions.tsx';
import { useTalk } from './TalkContext.tsx';
import { useCannedAnswers } from './useCanned.ts';
import type { Suggest } from './useSuggest.ts';

export function CannedMenu({ onChoose }: { onChoose: (text: string) => void }) {
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

export function CannedList({ canned }: { canned: Suggest<CannedAnswer> }) {
  const { t } = useTranslation('chat');
  const { readerLang } = useTalk();
  return (
    <Suggestions suggest={canned} label={t('canned')}>
      {({ title, text }) => (
        <span className={styles.answer}>
          <b>{title}</b>
          <span className="t-small t-2 clip" lang={readerLang}>
            {text}
          </span>
        </span>
      )}
    </Suggestions>
  );
}
