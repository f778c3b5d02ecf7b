/** The document of a page that needs no script: its styles are in it, so that it is drawn with its first bytes. */
import type { TFunction } from 'i18next';
import { Languages, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ShapeAudience } from '#events/share/events.ts';
import { PlainButton, PlainIconButton } from '#web/ui/plain/plain-button.tsx';
import type { Theme } from '#web/ui/theme.ts';
import type { Lang } from '../lib/i18n.ts';
import styles from './pages.module.css';

/** What every such page is given. */
export type PageWorld = {
  t: TFunction;
  lang: Lang;
  theme: Theme;
  /** The navigation bar that this browser chose; null is the usual one. */
  bar: 'classic' | null;
  nonce: string;
  /** All styles of these pages, as text. */
  css: string;
  /** Address of the one script. */
  script: string | null;
  /** Addresses of what that one imports, where they are fetched with it. */
  imports: readonly string[];
  /** The font that its text is set in, to be fetched at once. */
  font: string | null;
  /** Bytes of the scripts that each 3D view loads. */
  viewBytes: Readonly<Record<ShapeAudience, number>>;
  /** Milliseconds since 1970. */
  now: number;
  /** Where the language and the theme switch come back to. */
  here: string;
};

type Props = {
  world: PageWorld;
  title: string;
  /** Whose page it is. Default: the product. */
  of?: string;
  /** Its picture is what it is opened for: the font comes after it, in the fallback's measure until then. */
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

/** Language and theme, as real forms. */
export function Switches({ world: { t, lang, theme, here } }: { world: PageWorld }) {
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
