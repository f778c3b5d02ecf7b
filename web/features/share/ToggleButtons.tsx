/** A row of toggle buttons for the options of a shared view. */
import styles from './scene.module.css';

export type ToggleOption = { name: string; label: string; on?: boolean; press: () => void };

export function ToggleButtons({ label, list }: { label: string; list: readonly ToggleOption[] }) {
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
