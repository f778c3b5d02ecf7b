/** The words of a drop area. Touch screens choose files and drop none. */
import styles from './wizard.module.css';

export function DropWords({ drop, touch }: { drop: string; touch: string }) {
  return (
    <>
      <span className={styles.dropWords}>{drop}</span>
      <span className={styles.touchWords}>{touch}</span>
    </>
  );
}
