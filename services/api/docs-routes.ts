/** GET /api/openapi.json, and GET /api/docs: the same as a page without scripts. */
import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { type ErrorName, errors } from '#events/errors.ts';
import type { Lang } from '../i18n/dictionaries.ts';
import { isNotModified } from './answer-formats.ts';
import type { ApiDeps } from './deps.ts';
import { errorTriggers } from './error-triggers.ts';
import { liveCountersDescription, liveViewDescriptions } from './live-views.ts';
import { createOpenApiDocument } from './openapi.ts';
import { publicRoute, type Route } from './route.ts';

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#15211d;background:#f6f7f5}
pre{background:#eceFec;padding:.75rem;overflow:auto;border-radius:4px}h2{margin-top:2.5rem}summary{cursor:pointer}
td,th{text-align:left;padding:.25rem .75rem .25rem 0;vertical-align:top}code{font-family:ui-monospace,monospace}
@media(prefers-color-scheme:dark){body{color:#e8efeb;background:#0e1513}pre{background:#151e1b}a{color:#4cc2a4}}`;

type One = { method: string; path: string; summary: string; example: unknown };

const listed = (routes: readonly Route[]): Map<string, One[]> => {
  const byTag = new Map<string, One[]>();
  for (const r of routes)
    for (const o of r.described ?? [r]) {
      const one = {
        method: r.method.toUpperCase(),
        path: o.path,
        summary: o.summary,
        example: o.body?.example,
      };
      byTag.set(r.tag, [...(byTag.get(r.tag) ?? []), one]);
    }
  return byTag;
};

const entry = (
  one: One,
) => html`<details><summary><code>${one.method} ${one.path}</code> ${one.summary}</summary>
${one.example === undefined ? '' : html`<pre>${JSON.stringify(one.example, null, 2)}</pre>`}</details>`;

function page(deps: ApiDeps, lang: Lang, routes: readonly Route[]) {
  const codes = Object.entries(errorTriggers).map(([name, trigger]) => {
    // Cast: the table's keys are error names.
    const { code, http } = errors[name as ErrorName];
    const message = deps.words.find(lang, `error:${code}`) ?? name;
    return html`<tr><td>${code}</td><td>${http}</td><td>${message}</td><td>${trigger?.when ?? ''}</td></tr>`;
  });
  const tags = [...listed(routes)].map(([tag, all]) => html`<h2>${tag}</h2>${all.map(entry)}`);
  const live = Object.entries({ ...liveViewDescriptions, counters: liveCountersDescription }).map(
    ([name, duty]) => html`<tr><td><code>${name}</code></td><td>${duty}</td></tr>`,
  );
  return html`<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Archline API</title>
<meta name="viewport" content="width=device-width"><style>${raw(style)}</style></head><body><h1>Archline API</h1>
<p><a href="/api/openapi.json">openapi.json</a></p>${tags}<h2>live: views of <code>rows</code></h2>
<table><tbody>${live}</tbody></table><h2>errors</h2>
<table><thead><tr><th>code</th><th>HTTP</th><th>message</th><th>when</th></tr></thead><tbody>${codes}</tbody></table></body></html>`;
}

/** Stored as bytes, because encoding the text takes milliseconds per answer. */
type Kept = { bytes: Uint8Array<ArrayBuffer>; etag: string };

/** Encodes once: routes never change while the program runs. */
const keep = (text: string): Kept => ({
  bytes: new TextEncoder().encode(text),
  etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
});

export function docsRoutes(deps: ApiDeps, described: () => readonly Route[]): Route[] {
  let document: Kept | undefined;
  const pages = new Map<Lang, string>();
  const pageIn = (lang: Lang) => {
    const known = pages.get(lang) ?? String(page(deps, lang, described()));
    pages.set(lang, known);
    return known;
  };
  return [
    publicRoute({
      method: 'get',
      media: 'application/json',
      path: '/api/openapi.json',
      rule: 'public',
      tag: 'spec',
      summary: 'This API as OpenAPI 3.1.',
      handle: ({ c }) => {
        document ??= keep(JSON.stringify(createOpenApiDocument(described())));
        c.header('ETag', document.etag);
        // The same for everybody: revalidated each time, mostly answered with 304.
        c.header('Cache-Control', 'public, no-cache');
        if (isNotModified(c, document.etag)) return c.body(null, 304);
        return c.body(document.bytes, 200, { 'Content-Type': 'application/json' });
      },
    }),
    publicRoute({
      method: 'get',
      media: 'text/html',
      path: '/api/docs',
      rule: 'public',
      tag: 'spec',
      summary: 'This API as a page.',
      handle: ({ c }) => {
        c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
        return c.html(pageIn(c.get('lang')));
      },
    }),
  ];
}
