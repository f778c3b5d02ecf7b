import styles from './kbd.module.css';

/**
 * Keys separated by spaces: `Ctrl K`. Screen readers get the shortcut from `aria-keyshortcuts` of the
 * control.
 */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className={styles.keys} aria-hidden="true">
      {keys.split(' ').map(key => (
        // The key is drawn by CSS: as text it would count as visible label, which the accessible name does
        // not contain.
        <kbd key={key} data-key={key} className={styles.drawn} />
      ))}
    </span>
  );
}

/** A line that lists the shortcuts of a page. */
export function KeyHints({ items }: { items: { keys: string; label: string }[] }) {
  return (
    <ul className={styles.hints}>
      {items.map(({ keys, label }) => (
        <li key={keys}>
          <span className={styles.keys}>
            {keys.split(' ').map(key => (
              <kbd key={key} className={styles.key}>
                {key}
              </kbd>
            ))}
          </span>
          {label}
        </li>
      ))}
    </ul>
  );
}
