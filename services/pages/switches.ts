/** Language and theme, switched by a form: a cookie, and back to where one was. Works without a script. */
import type { Hono } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import type { ApiContext, ApiEnv } from '../api/context.ts';
import { languageCookie, languageNamed } from '../words.ts';
import { themeCookie, themeNamed } from './viewed.ts';

const YEAR_S = 365 * 86_400;
const kept = { path: '/', sameSite: 'Lax', maxAge: YEAR_S } as const;

/** The path to go back to: the form's, or the page that it stood on. Never another site's. */
export function backPath(back: unknown, referer: string | undefined): string {
  const from = typeof back === 'string' && back !== '' ? back : pathOf(referer);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /^\/(?![/\\])[^\\\u0000-\u001f]*$/.test(from) && from.length <= 600 ? from : '/workbench';
}

function pathOf(referer: string | undefined): string {
  if (!referer || !URL.canParse(referer)) return '';
  const { pathname, search } = new URL(referer);
  return pathname + search;
}

async function goBack(c: ApiContext, apply: (fields: Record<string, unknown>) => void): Promise<Response> {
  if (c.req.header('sec-fetch-site') === 'cross-site') return c.body(null, 403);
  const fields = await c.req.parseBody();
  apply(fields);
  return c.redirect(backPath(fields.back, c.req.header('referer')), 303);
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

export function switches(app: Hono<ApiEnv>): void {
  app.post('/lang', c =>
    goBack(c, ({ lang }) => {
      const named = languageNamed(text(lang));
      if (named) setCookie(c, languageCookie, named, kept);
    }),
  );
  app.post('/theme', c =>
    goBack(c, ({ theme }) => {
      const named = themeNamed(text(theme));
      if (named) setCookie(c, themeCookie, named, kept);
      else deleteCookie(c, themeCookie, { path: '/' });
    }),
  );
}
