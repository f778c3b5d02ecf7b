/** Server entry: the app's router for a request, and the script-free pages. */
import '#web/styles/index.css';
import { dehydrate } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { type ApiContext, bindApi, createApi } from './lib/api.ts';
import type { BootData } from './lib/boot.tsx';
import { createI18n, type Dictionaries, type Lang, languages, namespacesOf } from './lib/i18n.ts';
import { serializeStartData } from './lib/start-data.ts';
import { createAppRouter, createQueryCache, type PageStyles } from './router.tsx';

/** Ids of all routes, for computing the assets of each. */
export const routeIds: readonly string[] = Object.keys(
  createAppRouter({
    client: createQueryCache(0),
    words: createI18n('en', {}),
    boot: noBoot(),
    guard: async () => undefined,
  }).routesById,
);

function noBoot(): BootData {
  return {
    lang: 'en',
    theme: null,
    hidden: false,
    timeZone: 'UTC',
    now: 0,
    bar: null,
    demo: false,
    token: '',
    position: null,
  };
}

export { setTimeZone } from './lib/format.ts';
export { renderPage } from './pages/render-page.tsx';

const files = import.meta.glob<Dictionaries[string]>('./i18n/*/*.json', { import: 'default', eager: true });

const dictionariesOf = (lang: Lang): Dictionaries =>
  Object.fromEntries(
    Object.entries(files).flatMap(([path, words]) => {
      const [, folder, ns] = /i18n\/([^/]+)\/([^/]+)\.json$/.exec(path) ?? [];
      return folder === lang && ns ? [[ns, words]] : [];
    }),
  );

const dictionaries = new Map<Lang, Dictionaries>(languages.map(lang => [lang, dictionariesOf(lang)]));
const words = new Map<Lang, i18n>(
  languages.map(lang => [lang, createI18n(lang, dictionaries.get(lang) ?? {})]),
);

/** @throws Error for an unsupported language */
export function i18nOf(lang: Lang): i18n {
  const found = words.get(lang);
  if (!found) throw new Error(`no words of ${lang}`);
  return found;
}

export type AppRenderRequest = {
  boot: BootData;
  nonce: string;
  fetch: ApiContext['fetch'];
  seen: (position: string) => void;
  stylesOf: (routeIds: readonly string[]) => PageStyles;
};

/** Creates the router of one request, and later the data block for the browser. */
export function prepareAppRender({ boot, nonce, fetch, seen, stylesOf }: AppRenderRequest) {
  const client = createQueryCache(0);
  const i18n = i18nOf(boot.lang);
  const api = createApi({
    fetch,
    token: () => boot.token,
    renewed: token => {
      boot.token = token;
    },
    lang: boot.lang,
    hidden: () => boot.hidden,
    seen,
    offline: '',
  });
  bindApi(client, api);
  const router = createAppRouter(
    { client, words: i18n, boot, guard: async () => undefined, stylesOf },
    nonce,
  );
  const start = () => {
    const all = dictionaries.get(boot.lang) ?? {};
    const used = namespacesOf(router.state.matches).filter(ns => ns in all);
    return serializeStartData({
      boot,
      rows: dehydrate(client),
      words: Object.fromEntries(used.map(ns => [ns, all[ns] ?? {}])),
    });
  };
  return { router, start, done: () => client.clear() };
}
