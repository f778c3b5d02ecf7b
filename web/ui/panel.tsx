import { ChevronDown } from 'lucide-react';
import { createContext, type ReactNode, useContext, useId, useState, useSyncExternalStore } from 'react';
import { Badge, LiveUpdatesMark } from './chip.tsx';
import { cx } from './class-names.ts';
import styles from './panel.module.css';
import type { Tone } from './theme.ts';

/**
 * Whether panels below this provider fold on narrow screens: their heads stay visible and open the content.
 */
export const PanelFoldingContext = createContext(false);

/** A media query for a maximum width, with a subscription. */
const upTo = (width: number) => {
  const query = `(max-width: ${width}px)`;
  return {
    matches: () => matchMedia(query).matches,
    watch: (changed: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
  };
};
const phone = upTo(899);
const never = () => () => undefined;

/** Whether panels fold now. Always false on the server and for panels that never fold. */
function useFolds(able: boolean): boolean {
  return useSyncExternalStore(
    able ? phone.watch : never,
    () => able && phone.matches(),
    () => false,
  );
}

type PanelProps = {
  title?: ReactNode;
  level?: 2 | 3;
  icon?: ReactNode;
  /** A number after the title; a badge if `countTone` is set. */
  count?: ReactNode;
  countTone?: Tone;
  /** Other content directly after the title. */
  badge?: ReactNode;
  note?: ReactNode;
  /** "Live" with a pulsing dot, at the end of the head. */
  live?: ReactNode;
  action?: ReactNode;
  footer?: ReactNode;
  children?: ReactNode;
  /** No padding: rows and tables reach the edge. */
  flush?: boolean;
  /** 24 px of padding at the sides instead of 16. */
  roomy?: boolean;
  /** Initially open on screens where panels fold. */
  unfolded?: boolean;
  id?: string;
  className?: string;
};

/** A titled section of a page, on a card with a hairline border. */
export function Panel(props: PanelProps) {
  const {
    title,
    level = 2,
    icon,
    count,
    countTone,
    badge,
    note,
    live,
    action,
    footer,
    children,
    flush,
    roomy,
    unfolded = false,
    id,
    className,
  } = props;
  const folds = useContext(PanelFoldingContext) && title !== undefined && children !== undefined;
  const folding = useFolds(folds);
  const [open, setOpen] = useState(unfolded);
  const bodyId = useId();
  const titleId = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section
      id={id}
      className={cx(styles.card, roomy && styles.roomy, className)}
      data-folded={folds && !open ? '' : undefined}
      aria-labelledby={title ? titleId : undefined}
    >
      {title && (
        <header className={styles.head}>
          {icon}
          <Heading id={titleId} className={styles.title}>
            {title}
          </Heading>
          {count !== undefined &&
            (countTone ? (
              <Badge tone={countTone}>{count}</Badge>
            ) : (
              <span className={styles.count}>{count}</span>
            ))}
          {badge}
          {note && <span className={styles.note}>{note}</span>}
          {(action || live) && (
            <span className={styles.action}>
              {live && <LiveUpdatesMark>{live}</LiveUpdatesMark>}
              {action}
            </span>
          )}
          {folding && (
            <button
              type="button"
              className={styles.fold}
              aria-expanded={open}
              aria-controls={bodyId}
              aria-labelledby={titleId}
              onClick={() => setOpen(!open)}
            >
              <ChevronDown aria-hidden="true" />
            </button>
          )}
        </header>
      )}
      {children !== undefined && (
        <div id={folds ? bodyId : undefined} className={cx(styles.body, flush && styles.flush)}>
          {children}
        </div>
      )}
      {footer && <footer className={styles.foot}>{footer}</footer>}
    </section>
  );
}

type CardProps = {
  children: ReactNode;
  padded?: boolean;
  className?: string;
  as?: 'div' | 'section' | 'li' | 'article';
};

export function Card({ children, padded, className, as: Element = 'div' }: CardProps) {
  return <Element className={cx(styles.card, padded && styles.padded, className)}>{children}</Element>;
}
