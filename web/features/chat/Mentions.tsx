import { useTranslation } from 'react-i18next';
import { Avatar } from '#web/ui/avatar.tsx';
import styles from './composer.module.css';
import { toneOf } from './titles.ts';
import type { Mentions as Known } from './useMentions.ts';

/** The people whose names begin as what follows `@`; the field keeps the focus. */
export function Mentions({ mentions }: { mentions: Known }) {
  const { t } = useTranslation(['chat', 'case']);
  const { id, found, chosen, choose, optionId } = mentions;
  if (found.length === 0) return null;
  return (
    <div id={id} role="listbox" aria-label={t('chat:mention')} className={styles.names}>
      {found.map((person, i) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the chosen one
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys choose
        <div
          key={person.id}
          id={optionId(i)}
          role="option"
          aria-selected={i === chosen}
          className={styles.name}
          onPointerDown={event => event.preventDefault()}
          onClick={() => choose(person)}
        >
          <Avatar name={person.name} tone={toneOf(person.position)} decorative />
          <span>{person.name}</span>
          <span className="t-small t-2">{t(`case:position.${person.position}`)}</span>
        </div>
      ))}
    </div>
  );
}
