import styles from './misc.module.css';

type Props = {
  width?: string | number;
  height?: string | number;
  lines?: number;
  /** Text for screen readers while the content loads. */
  label?: string;
};

/** A placeholder in the shape of the content. Appears after 150 ms, so that fast answers do not flash. */
export function Skeleton({ width = '100%', height = 16, lines = 1, label }: Props) {
  return (
    <span className={styles.skeletons} role={label ? 'status' : undefined}>
      {label && <span className="visually-hidden">{label}</span>}
      {Array.from({ length: lines }, (_, line) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: all lines are equal
          key={line}
          className={styles.skeleton}
          style={{ width: lines > 1 && line === lines - 1 ? '60%' : width, height }}
        />
      ))}
    </span>
  );
}
