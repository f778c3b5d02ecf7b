/** How a request wants its page: what its cookies say of language, theme, eye and time zone. */
import { isTimeZone } from '#events/case/calendar.ts';
import type { ApiContext } from '../api/context.ts';
import { cookieOf, eyeCookie } from '../api/cookies.ts';
import { type Lang, languageCookie, languageNamed } from '../words.ts';

export type Viewed = { lang: Lang; theme: 'light' | 'dark' | null; hidden: boolean; timeZone: string };

export const themeCookie = 'theme';
export const zoneCookie = 'tz';

export function themeNamed(text: string | undefined): Viewed['theme'] {
  return text === 'light' || text === 'dark' ? text : null;
}

/**
 * Chinese where the cookie says so, otherwise English: Accept-Language is not asked, on purpose (product-spec.md 1).
 * @param unless the language of a page that has one of its own, where no cookie names any
 */
export function viewedBy(c: ApiContext, unless: Lang = 'en'): Viewed {
  const zone = cookieOf(c, zoneCookie) ?? 'UTC';
  return {
    lang: languageNamed(cookieOf(c, languageCookie)) ?? unless,
    theme: themeNamed(cookieOf(c, themeCookie)),
    hidden: cookieOf(c, eyeCookie) === '1',
    timeZone: isTimeZone(zone) ? zone : 'UTC',
  };
}
