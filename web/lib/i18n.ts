/** Dictionaries: one i18next instance per language on the server, one per page in the browser. */
import { type BackendModule, createInstance, type i18n, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next/initReactI18next';

export const languages = ['en', 'zh-CN'] as const;
export type Lang = (typeof languages)[number];
export type Dictionaries = Record<string, ResourceKey>;

/** Namespaces that every page of the app needs; a route's `staticData.ns` adds its own. */
const baseNamespaces = ['common', 'shell', 'error', 'case'] as const;

/** Chinese if the cookie says so, otherwise English (product-spec.md 1). */
export const languageFromCookie = (cookie: string | undefined): Lang =>
  /^zh\b/i.test(cookie ?? '') ? 'zh-CN' : 'en';

/**
 * Creates the i18next instance of one language. `dictionaries` are available at once; `backend` loads others
 * on demand.
 */
export function createI18n(lang: Lang, dictionaries: Dictionaries, backend?: BackendModule): i18n {
  const instance = createInstance();
  if (backend) instance.use(backend);
  void instance.use(initReactI18next).init({
    lng: lang,
    fallbackLng: false,
    load: 'currentOnly',
    ns: Object.keys(dictionaries),
    defaultNS: 'common',
    resources: { [lang]: dictionaries },
    partialBundledLanguages: true,
    initAsync: false,
    interpolation: { escapeValue: false },
    // Renders again when a dictionary is added.
    react: { useSuspense: false, bindI18nStore: 'added' },
  });
  return instance;
}

/** Returns the base namespaces and those of the matched routes. */
export function namespacesOf(matches: readonly { staticData: { ns?: readonly string[] } }[]): string[] {
  return [...new Set([...baseNamespaces, ...matches.flatMap(match => match.staticData.ns ?? [])])];
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Dictionary namespaces that must be loaded before the route's page renders. */
    ns?: readonly string[];
    /** Dictionary key of the window title. */
    title?: string;
    /** Whether the page shows the case of `?id=`: its window title then names that case. */
    ofCase?: boolean;
    /** Whether the page has no top bar and fills the window. */
    bare?: boolean;
  }
}
