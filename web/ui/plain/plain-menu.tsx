import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '../button-class.ts';
import overlay from '../overlay.module.css';
import styles from './plain-menu.module.css';

type Entry = { label: string; href: string; current?: boolean; icon?: ReactNode };

type MenuProps = {
  label: string;
  /** Content that replaces the label; an arrow follows. */
  children?: ReactNode;
  /** Complete content of the button: an icon, or a person. */
  mark?: ReactNode;
  entries: readonly Entry[];
  /** A form below the entries. */
  foot?: ReactNode;
};

/** A menu of links that needs no script. */
export function PlainMenu({ label, children, mark, entries, foot }: MenuProps) {
  return (
    <details className={styles.menu} name="menu">
      <summary
        className={buttonClass({ variant: 'quiet' })}
        aria-label={(children ?? mark) ? label : undefined}
      >
        {mark ?? children ?? label}
        {!mark && <ChevronDown aria-hidden="true" />}
      </summary>
      <ul className={styles.list}>
        {entries.map(({ label: words, href, current, icon }) => (
          <li key={href}>
            <a href={href} className={overlay.item} aria-current={current ? 'page' : undefined}>
              {icon ?? <i />}
              {words}
            </a>
          </li>
        ))}
        {foot && <li className={styles.foot}>{foot}</li>}
      </ul>
    </details>
  );
}
