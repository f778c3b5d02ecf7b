import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { cx } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { useKitTexts } from './kit-texts.tsx';

type BannerTone = 'info' | 'warn' | 'danger' | 'ok' | 'neutral';

const ICONS = { info: Info, warn: TriangleAlert, danger: CircleAlert, ok: CircleCheck, neutral: Info };

type Props = {
  tone?: BannerTone;
  title?: ReactNode;
  children: ReactNode;
  icon?: ReactNode;
  actions?: ReactNode;
  onClose?: () => void;
  /** Default: `alert` for danger, else `status`. `none` for a banner that is there on page load. */
  role?: 'status' | 'alert' | 'none';
  /** Spans the full width of the window. */
  edge?: boolean;
};

/** A message about the whole page, with possible actions. */
export function Banner({ tone = 'info', title, children, icon, actions, onClose, role, edge }: Props) {
  const Icon = ICONS[tone];
  const said = role ?? (tone === 'danger' ? 'alert' : 'status');
  return (
    <div
      className={cx(styles.banner, edge && styles.edge)}
      data-tone={tone}
      role={said === 'none' ? undefined : said}
    >
      {icon ?? <Icon aria-hidden="true" />}
      <div className={styles.text}>
        {title && <b>{title}</b>}
        {children}
      </div>
      {(actions || onClose) && (
        <div className={styles.actions}>
          {actions}
          {onClose && <CloseButton onClose={onClose} />}
        </div>
      )}
    </div>
  );
}

function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <IconButton size="small" label={useKitTexts().close} icon={<X aria-hidden="true" />} onPress={onClose} />
  );
}

/** Two contradicting answers, shown at the later one, with one button per resolution. */
export function ContradictionBanner({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <div className={styles.clash} data-tone="warn" role="status">
      <TriangleAlert aria-hidden="true" />
      <div>{children}</div>
      <div className={styles.actions}>{actions}</div>
    </div>
  );
}
