import { useTranslation } from 'react-i18next';
import styles from './log.module.css';
import type { Person } from './shape.ts';

/** Names the people who are typing. Its line is always reserved, so that nothing moves. */
export function Typing({ people }: { people: readonly Person[] }) {
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
