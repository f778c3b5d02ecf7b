/** The document of a script-free page, with inlined styles, so that it renders from its first bytes. */
import type { TFunction } from 'i18next';
import { Languages, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ShapeAudience } from '#events/share/events.ts';
import { PlainButton, PlainIconButton } from '#web/ui/plain/plain-button.tsx';
import type { Theme } from '#web/ui/theme.ts';
import type { Lang } from '../lib/i18n.ts';
import styles from './pages.module.css';

export type PageLogoInfo = { path: string; name: string };

/** Props of every script-free page. */
export type PageContext = {
  t: TFunction;
  lang: Lang;
  theme: Theme;
  /** The navigation bar chosen in this browser; null is the default bar. */
  bar: 'classic' | null;
  nonce: string;
  /** All styles of these pages, as text. */
  css: string;
  /** URL of the page's script. */
  script: string | null;
  /** URLs of the script's imports that are loaded along with it. */
  imports: readonly string[];
  /** The text font, to preload. */
  font: string | null;
  /** Size in bytes of the scripts of each 3D view. */
  viewBytes: Readonly<Record<ShapeAudience, number>>;
  /** Milliseconds since 1970. */
  now: number;
  /** The main organisation's logo and name. Null: the product's mark. */
  logo: PageLogoInfo | null;
  /** Return address of the language and theme switch. */
  here: string;
};

type Props = {
  world: PageContext;
  title: string;
  /** The page's owner in the title. Default: the product. */
  of?: string;
  /** Loads the picture before the font; the fallback font has the same metrics. */
  pictureFirst?: boolean;
  children: ReactNode;
};

export function PlainDocument({ world, title, of, pictureFirst, children }: Props) {
  const { lang, theme, nonce, css, script, imports, font, t } = world;
  return (
    <html lang={lang} data-theme={theme ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · ${of ?? t('common:product')}`}</title>
        {font && !pictureFirst && (
          <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        )}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own styles, from the build */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />
        {script && <script type="module" nonce={nonce} src={script} />}
        {imports.map(file => (
          <link key={file} rel="modulepreload" nonce={nonce} href={file} />
        ))}
      </head>
      <body>{children}</body>
    </html>
  );
}

/** Language and theme switches as native forms. */
export function LanguageAndThemeSwitches({ world: { t, lang, theme, here } }: { world: PageContext }) {
  const other = lang === 'en' ? 'zh-CN' : 'en';
  return (
    <div className={styles.switches}>
      <form method="post" action="/lang">
        <input type="hidden" name="back" value={here} />
        <PlainButton variant="quiet" name="lang" value={other} icon={<Languages aria-hidden="true" />}>
          <span lang={other}>{t('shell:language.other')}</span>
        </PlainButton>
      </form>
      <form method="post" action="/theme">
        <input type="hidden" name="back" value={here} />
        <PlainIconButton
          name="theme"
          value={theme === 'dark' ? 'light' : 'dark'}
          label={t(theme === 'dark' ? 'shell:theme.light' : 'shell:theme.dark')}
          icon={theme === 'dark' ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
        />
      </form>
    </div>
  );
}
