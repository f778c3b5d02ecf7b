/** Text of a drop area. Touch screens offer only "choose files". */
import styles from './wizard.module.css';

export function DropAreaText({ drop, touch }: { drop: string; touch: string }) {
  return (
    <>
      <span className={styles.dropWords}>{drop}</span>
      <span className={styles.touchWords}>{touch}</span>
    </>
  );
}
