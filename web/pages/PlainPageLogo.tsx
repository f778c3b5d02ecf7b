/** The logo of a script-free page: the main organisation's, or the product's mark. */
import { ArchLogo } from '#web/ui/arch-logo.tsx';
import { Link } from '#web/ui/link.tsx';
import styles from './pages.module.css';
import type { PageContext } from './plain-document.tsx';

type Props = { world: PageContext; href?: string; size?: 'medium' | 'large' };

export function PlainPageLogo({ world: { logo, t }, href, size }: Props) {
  if (!logo) return <ArchLogo name={t('common:name')} nameZh="齐列" href={href} size={size} />;
  const picture = (
    <img className={styles.ownLogo} src={logo.path} alt={logo.name} data-size={size} decoding="async" />
  );
  return href === undefined ? picture : <Link href={href}>{picture}</Link>;
}
