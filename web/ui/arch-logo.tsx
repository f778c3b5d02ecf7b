import styles from './arch.module.css';
import { archSvgPath, TEETH_PER_JAW, tickSharesAlongLine, ticksPath } from './arch.ts';
import { cx } from './class-names.ts';
import { Link } from './link.tsx';

const ARCH = { width: 26, height: 21 };
const AT = tickSharesAlongLine(ARCH, TEETH_PER_JAW, 0.035);

type Props = {
  name: string;
  nameZh?: string;
  href?: string;
  size?: 'medium' | 'large';
  markOnly?: boolean;
};

/** The logo: sixteen ticks on the arch line, and the product name. */
export function ArchLogo({ name, nameZh, href, size, markOnly }: Props) {
  const full = nameZh ? `${name} ${nameZh}` : name;
  const inside = (
    <>
      <svg className={styles.mark} viewBox="-4.5 -5 35 29" aria-hidden="true">
        <path d={archSvgPath(ARCH)} strokeWidth="1.1" opacity=".55" />
        <path d={ticksPath(ARCH, AT, -0.4, 3.3)} strokeWidth="1.9" />
      </svg>
      {markOnly ? (
        <span className="visually-hidden">{full}</span>
      ) : (
        <>
          <span>{name}</span>
          {nameZh && (
            <span className={styles.zh} lang="zh-CN">
              {nameZh}
            </span>
          )}
        </>
      )}
    </>
  );
  const classes = cx(styles.logo, size === 'large' && styles.large);
  return href === undefined ? (
    <span className={classes}>{inside}</span>
  ) : (
    <Link href={href} className={classes}>
      {inside}
    </Link>
  );
}
