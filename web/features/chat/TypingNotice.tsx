import { useTranslation } from 'react-i18next';
import type { ChatPerson } from './chat-types.ts';
import styles from './log.module.css';

/** Names the people who are typing. Its line is always reserved, so that nothing moves. */
export function TypingNotice({ people }: { people: readonly ChatPerson[] }) {
  const { t } = useTranslation('chat');
  const [one, two] = people;
  const words =
    people.length > 2
      ? t('typing.many')
      : two
        ? t('typing.two', { one: one?.name, two: two.name })
        : one && t('typing.one', { name: one.name });
  return <p className={styles.typing}>{words}</p>;
}
