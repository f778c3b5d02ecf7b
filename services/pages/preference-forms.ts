/** Language and theme, changed by a form without a script: sets a cookie and returns to the page. */
import type { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as z from 'zod/mini';
import { isRefusal } from '#events/errors.ts';
import { parse } from '#events/parse.ts';
import type { RepeatingTimers } from '../clock/clock.ts';
import { createPublicBodyBounds, readBodyValue } from '../http/body.ts';
import type { ApiContext, ApiEnv } from '../http/context.ts';
import type { Cookies } from '../http/cookies.ts';
import { refuseOtherSites } from '../http/same-site.ts';
import { parseLanguage } from '../i18n/dictionaries.ts';
import { parseTheme } from './page-preferences.ts';

/**
 * Returns the path to return to: the form's, otherwise the page that contains the form. Never returns an address of
 * another site.
 */
export function returnPathOf(back: unknown, referer: string | undefined): string {
  const from = typeof back === 'string' && back !== '' ? back : pathOf(referer);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /^\/(?![/\\])[^\\\u0000-\u001f]*$/.test(from) && from.length <= 600 ? from : '/workbench';
}

function pathOf(referer: string | undefined): string {
  if (!referer || !URL.canParse(referer)) return '';
  const { pathname, search } = new URL(referer);
  return pathname + search;
}

const text = z.optional(z.string());
const form = z.object({ lang: text, theme: text, back: text });

/** Applies a form of our own pages. A foreign or malformed request changes nothing. */
async function goBack(
  c: ApiContext,
  deps: { timers: RepeatingTimers },
  apply: (fields: z.infer<typeof form>) => void,
): Promise<Response> {
  try {
    refuseOtherSites(c);
    const fields = parse(form, await readBodyValue(c, form, createPublicBodyBounds(deps)));
    apply(fields);
    return c.redirect(returnPathOf(fields.back, c.req.header('referer')), 303);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // Cast: error statuses are HTTP statuses that allow a body.
    return c.body(null, error.http as ContentfulStatusCode);
  }
}

export function addLanguageAndThemeForms(
  app: Hono<ApiEnv>,
  deps: { cookies: Cookies; timers: RepeatingTimers },
): void {
  const { cookies } = deps;
  app.post('/lang', c =>
    goBack(c, deps, ({ lang }) => {
      const named = parseLanguage(lang);
      if (named) cookies.prefer(c, 'language', named);
    }),
  );
  app.post('/theme', c =>
    goBack(c, deps, ({ theme }) => {
      cookies.prefer(c, 'theme', parseTheme(theme));
    }),
  );
}
