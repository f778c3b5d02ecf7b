/** What a place for files says: a finger chooses, it drops nothing. */
import styles from './wizard.module.css';

export function DropWords({ drop, touch }: { drop: string; touch: string }) {
  return (
    <>
      <span className={styles.dropWords}>{drop}</span>
      <span className={styles.touchWords}>{touch}</span>
    </>
  );
}
