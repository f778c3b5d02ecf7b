import { useTranslation } from 'react-i18next';
import { Avatar } from '#web/ui/avatar.tsx';
import type { ChatPerson } from './chat-types.ts';
import { positionOfPerson } from './chat-types.ts';
import { positionTone } from './conversation-titles.ts';
import { SuggestionList } from './SuggestionList.tsx';
import type { SuggestionState } from './useSuggestions.ts';

/** People whose names start with the text after `@`. */
export function MentionSuggestions({ mentions }: { mentions: SuggestionState<ChatPerson> }) {
  const { t } = useTranslation(['chat', 'case']);
  return (
    <SuggestionList suggest={mentions} label={t('chat:mention')}>
      {person => (
        <>
          <Avatar name={person.name} tone={positionTone(positionOfPerson(person))} decorative />
          <span>{person.name}</span>
          <span className="t-small t-2">{t(`case:position.${positionOfPerson(person)}`)}</span>
        </>
      )}
    </SuggestionList>
  );
}
