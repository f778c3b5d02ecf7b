/** Buttons in a row, each on or off: what a shared view lets its reader change. */
import styles from './scene.module.css';

export type Switch = { name: string; label: string; on?: boolean; press: () => void };

export function Switches({ label, list }: { label: string; list: readonly Switch[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons is no fieldset
    <div className={styles.switches} role="group" aria-label={label}>
      {list.map(({ name, label: text, on, press }) => (
        <button key={name} type="button" aria-pressed={on} onClick={press}>
          {text}
        </button>
      ))}
    </div>
  );
}
