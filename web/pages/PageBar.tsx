/** The bar of a script-free page without navigation: logo, language and theme. */
import { PlainPageLogo } from './PlainPageLogo.tsx';
import styles from './pages.module.css';
import { LanguageAndThemeSwitches, type PageContext } from './plain-document.tsx';

/** @param href where the logo leads. Default: nowhere */
export function PageBar({ world, href }: { world: PageContext; href?: string }) {
  return (
    <header className={styles.bar}>
      <PlainPageLogo world={world} href={href} />
      <LanguageAndThemeSwitches world={world} />
    </header>
  );
}
