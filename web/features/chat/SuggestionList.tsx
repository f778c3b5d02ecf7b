import type { ReactNode } from 'react';
import styles from './composer.module.css';
import type { SuggestionState } from './useSuggestions.ts';

type Props<T> = { suggest: SuggestionState<T>; label: string; children: (one: T) => ReactNode };

/** A list of suggestions for the word at the caret; the text field keeps the focus. */
export function SuggestionList<T extends { id: string }>({ suggest, label, children }: Props<T>) {
  const { id, found, chosen, choose, optionId } = suggest;
  if (found.length === 0) return null;
  return (
    <div id={id} role="listbox" aria-label={label} className={styles.names}>
      {found.map((one, i) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and references the chosen option
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        <div
          key={one.id}
          id={optionId(i)}
          role="option"
          aria-selected={i === chosen}
          className={styles.name}
          onPointerDown={event => event.preventDefault()}
          onClick={() => choose(one)}
        >
          {children(one)}
        </div>
      ))}
    </div>
  );
}
