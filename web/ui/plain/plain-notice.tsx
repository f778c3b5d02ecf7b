import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from '../banner.module.css';

const ICONS = { info: Info, warn: TriangleAlert, danger: CircleAlert, ok: CircleCheck };

type Props = {
  tone: keyof typeof ICONS;
  title?: ReactNode;
  children: ReactNode;
  role?: 'status' | 'alert';
  icon?: ReactNode;
};

/** A message from the server above a form. */
export function PlainNotice({ tone, title, children, role, icon }: Props) {
  const Icon = ICONS[tone];
  return (
    <div className={styles.banner} data-tone={tone} role={role ?? (tone === 'danger' ? 'alert' : 'status')}>
      {icon ?? <Icon aria-hidden="true" />}
      <div className={styles.text}>
        {title && <b>{title}</b>}
        {children}
      </div>
    </div>
  );
}
