/** The document of every app page: language, theme, dictionaries, toast region. */

import font from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url';
import { QueryClientProvider } from '@tanstack/react-query';
import { HeadContent, Outlet, Scripts, useMatches, useRouteContext, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { I18nextProvider } from 'react-i18next';
import { BootProvider } from '#web/lib/boot.tsx';
import { earlyInputScript, replayEarlyInput } from '#web/lib/early-input.ts';
import { RoutedLink, useAppNavigate } from '#web/lib/navigate.tsx';
import { useAtomValueAfterHydration } from '#web/lib/screen-store.ts';
import { titleWithCount, unreadTotalAtom } from '#web/lib/window-title.ts';
import { KitTextsProvider } from '#web/ui/kit-texts.tsx';
import { LinkProvider } from '#web/ui/link.tsx';
import { LiveRegion } from '#web/ui/live-region.tsx';
import { ToastRegion } from '#web/ui/toast.tsx';
import { uiKitTexts } from './kit-texts.ts';
import { pageThemeAtom } from './theme.ts';

const localeOf = { en: 'en-US', 'zh-CN': 'zh-CN' } as const;

function Title() {
  const { words } = useRouteContext({ from: '__root__' });
  const matches = useMatches();
  const unread = useAtomValueAfterHydration(unreadTotalAtom);
  const named = matches.findLast(match => match.staticData.title)?.staticData.title;
  // Windows with several cases are distinguished by case id and step, never by a person's name.
  const search: { id?: unknown } = matches.find(match => match.staticData.ofCase)?.search ?? {};
  const parts = [search.id, named && words.t(named), words.t('common:product')];
  return <title>{titleWithCount(parts.filter(Boolean).join(' · '), unread)}</title>;
}

/** React's types do not know `disabled` on links. */
const unfetched = { disabled: true };

/** Fixes the order of the CSS layers, independent of load order; on the server includes the page's styles. */
const layers = '@layer reset, tokens, kit, screens;';

function Styles() {
  const { stylesOf } = useRouteContext({ from: '__root__' });
  const { nonce } = useRouter().options.ssr ?? {};
  const ids = useMatches({ select: matches => matches.map(match => match.routeId) });
  const { text = '', files = [] } = stylesOf?.(ids) ?? {};
  // Hydration keeps the server's styles: the browser has no copy and does not compare.
  return (
    <>
      {/* Marks the stylesheets of later chunks as present: their rules are inlined already, and loading the
            files would lay out the page again. */}
      {files.map(file => (
        <link key={file} rel="stylesheet" href={file} {...unfetched} />
      ))}
      <style
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own styles, from the build
        dangerouslySetInnerHTML={{ __html: layers + text }}
      />
    </>
  );
}

/** Comes before any interactive element; has run before the components hydrate. */
function Early() {
  const { nonce } = useRouter().options.ssr ?? {};
  useEffect(replayEarlyInput, []);
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script
      dangerouslySetInnerHTML={{ __html: earlyInputScript }}
    />
  );
}

export function AppDocument() {
  const { client, words, boot } = useRouteContext({ from: '__root__' });
  const go = useAppNavigate();
  const shown = useAtomValueAfterHydration(pageThemeAtom, boot.theme);
  return (
    <html lang={boot.lang} data-theme={shown ?? undefined} suppressHydrationWarning>
      <head>
        <Early />
        <Styles />
        <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        <HeadContent />
        <Title />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <BootProvider value={boot}>
          <QueryClientProvider client={client}>
            <I18nextProvider i18n={words}>
              <I18nProvider locale={localeOf[boot.lang]}>
                <KitTextsProvider value={uiKitTexts(words.t)}>
                  <LinkProvider component={RoutedLink} navigate={go}>
                    <Outlet />
                    <ToastRegion />
                    <LiveRegion />
                  </LinkProvider>
                </KitTextsProvider>
              </I18nProvider>
            </I18nextProvider>
          </QueryClientProvider>
        </BootProvider>
        <Scripts />
      </body>
    </html>
  );
}
