/** The people who must act next: the viewer, named people, or any person of a position. */
import type { TFunction } from 'i18next';
import { Cog, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { NextActors as Of } from '#projections/caseList/item.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import styles from './handlers.module.css';

/** The handlers as text; null if the case waits for no person. Needs the namespace `case`. */
export function nextActorsText({ mine, people, positions }: Of, t: TFunction): string | null {
  if (mine) return t('case:handler.you');
  const names = [...people.map(person => person.name), ...positions.map(p => t(`case:handler.${p}`))];
  return names.join(t('case:handler.or')) || null;
}

export function CaseNextActors({ handlers }: { handlers: Of }) {
  const { t } = useTranslation('case');
  const text = nextActorsText(handlers, t);
  const [person] = handlers.people;
  if (text === null) return <span className="t-3">–</span>;
  return (
    <span className={styles.handlers} title={text}>
      {person ? (
        <Avatar name={person.name} size="small" tone={handlers.mine ? 'brand' : 'violet'} decorative />
      ) : (
        <span className={styles.handlerIcon} aria-hidden="true">
          {handlers.positions.includes('system') ? <Cog size={16} /> : <UsersRound size={16} />}
        </span>
      )}
      <span className="clip">{text}</span>
    </span>
  );
}
