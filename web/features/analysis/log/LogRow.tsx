import { cx } from '#web/ui/class-names.ts';
import styles from './log.module.css';
import { type LogItem, logMomentText, positionNumberText } from './log-window.ts';
import { useLogFormatters } from './useLogFormatters.ts';

type Props = {
  item: LogItem;
  id: string;
  /** px from the top of all rows. */
  top: number;
  height: number;
  isActive: boolean;
  isOpen: boolean;
  onPress: () => void;
};

/** One event: when, where in the log, of which case, what, by whom, and the status that it led to. */
export function LogRow({ item, id, top, height, isActive, isOpen, onPress }: Props) {
  const words = useLogFormatters();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list's keys are handled by the list
    <div
      id={id}
      role="option"
      aria-selected={isOpen}
      tabIndex={-1}
      className={cx(styles.row, isActive && styles.active)}
      style={{ transform: `translateY(${top}px)`, height }}
      onClick={onPress}
    >
      <time dateTime={item.at} className="num">
        {logMomentText(item.at)}
      </time>
      <span className={`num ${styles.place}`}>{positionNumberText(item.position)}</span>
      <span className={`num ${styles.case}`}>{item.caseId}</span>
      <span className={styles.type}>
        <span className="clip t-strong">{words.type(item.type)}</span>
        <span className={styles.code}>{item.type}</span>
      </span>
      <span className={styles.by}>
        <span>{words.actor(item.by)}</span>
        <span className={styles.code}>{words.pseudonym(item.by)}</span>
      </span>
      <span className={`clip ${styles.to}`}>{words.status(item)}</span>
    </div>
  );
}
