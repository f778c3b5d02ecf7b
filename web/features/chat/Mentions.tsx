import { useTranslation } from 'react-i18next';
import { Avatar } from '#web/ui/avatar.tsx';
import { Suggestions } from './Suggestions.tsx';
import type { Person } from './shape.ts';
import { positionOf } from './shape.ts';
import { toneOf } from './titles.ts';
import type { Suggest } from './useSuggest.ts';

/** People whose names start with the text after `@`. */
export function Mentions({ mentions }: { mentions: Suggest<Person> }) {
  const { t } = useTranslation(['chat', 'case']);
  return (
    <Suggestions suggest={mentions} label={t('chat:mention')}>
      {person => (
        <>
          <Avatar name={person.name} tone={toneOf(positionOf(person))} decorative />
          <span>{person.name}</span>
          <span className="t-small t-2">{t(`case:position.${positionOf(person)}`)}</span>
        </>
      )}
    </Suggestions>
  );
}
