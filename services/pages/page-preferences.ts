/** Page preferences of a request: language, theme, eye, time zone and navigation bar, from its cookies. */
import { isTimeZone } from '#events/case/calendar.ts';
import type { ApiContext } from '../http/context.ts';
import { preferenceOfRequest } from '../http/cookies.ts';
import { type Lang, parseLanguage } from '../i18n/dictionaries.ts';

export type PagePreferences = {
  lang: Lang;
  theme: 'light' | 'dark' | null;
  hidden: boolean;
  timeZone: string;
  bar: 'classic' | null;
};

export function parseTheme(text: string | undefined): PagePreferences['theme'] {
  return text === 'light' || text === 'dark' ? text : null;
}

/**
 * Reads the preferences. The language is Chinese if the cookie says so, otherwise English; Accept-Language is ignored
 * on purpose (product-spec.md 1).
 * @param unless language of the page itself, used if no cookie sets one
 */
export function pagePreferencesOf(c: ApiContext, unless: Lang = 'en'): PagePreferences {
  const zone = preferenceOfRequest(c, 'zone') ?? 'UTC';
  return {
    lang: parseLanguage(preferenceOfRequest(c, 'language')) ?? unless,
    theme: parseTheme(preferenceOfRequest(c, 'theme')),
    hidden: preferenceOfRequest(c, 'eye') === '1',
    timeZone: isTimeZone(zone) ? zone : 'UTC',
    bar: preferenceOfRequest(c, 'bar') === 'classic' ? 'classic' : null,
  };
}
