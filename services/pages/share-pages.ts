/** Pages of share links, without a session. They show only what the API answers about the link. */
import type { Hono } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type { ShareAudience, ShareLanguage } from '#events/share/events.ts';
import type { ClosedShare, ShareFacts } from '#events/share/facts.ts';
import type { PlainPageWithProps } from '#web/pages/render-page.tsx';
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts';
import type { ApiContext, ApiEnv } from '../http/context.ts';
import { type CaseNumberDeps, findCaseOfNumber, modelPagePropsOf } from './case-number-redirect.ts';

/** Audience of each address. A key for another audience is not valid there. */
const addresses: Record<string, ShareAudience> = {
  threeDPatientView: 'patient',
  threeDNew_new: 'colleague',
  threeDNew_m: 'colleague',
  showStlView: 'model',
  wearView: 'wear',
};

/** Headers so that caches do not store the address, and search engines and other sites do not learn it. */
const quiet = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
};

type Answered = {
  page: PlainPageWithProps;
  status: StatusCode;
  /** The link's language, if the reader has chosen none. */
  lang?: ShareLanguage;
  /** Time zone of the clinic. */
  timeZone?: string;
  headers: Record<string, string>;
};

const missing: Answered = { page: { page: 'shareOver', over: null }, status: 404, headers: quiet };

/** Address of the first picture. Undefined if there is none; the page then says so. */
const firstPicture = ({ plan, model }: ShareFacts): string | undefined => {
  if (model) return 'poster.webp';
  const [stage] = plan?.posters ?? [];
  return stage === undefined ? undefined : `poster-${stage}.webp`;
};

/** Embeds the first picture in the page, which saves a round trip on a slow connection. */
async function pictureOf(c: ApiContext, api: Hono<ApiEnv>, url: string): Promise<{ picture?: string }> {
  const answer = await api.fetch(new Request(new URL(url, 'http://127.0.0.1')), c.env);
  if (answer.status !== 200) return {};
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { picture: `data:image/webp;base64,${bytes.toString('base64')}` };
}

async function answered(c: ApiContext, api: Hono<ApiEnv>, audience: ShareAudience): Promise<Answered> {
  const key = encodeURIComponent(c.req.param('key') ?? '');
  const path = `/api/shares/${key}`;
  // Marks background fetches of the phone and HEAD requests, which do not count as an opening.
  const background = c.req.method === 'HEAD' ? '1' : c.req.header('x-background');
  const headers = new Headers(background === undefined ? [] : [['X-Background', background]]);
  const answer = await api.fetch(new Request(new URL(path, 'http://127.0.0.1'), { headers }), c.env);
  // Cast: the API's own answer.
  const { data } = await answer.json();
  if (answer.status === 200) {
    const facts = data as ShareFacts;
    if (facts.for !== audience) return missing;
    if (facts.wear) {
      const page = { page: 'wear' as const, facts, wear: facts.wear, api: path };
      return { page, status: 200, lang: facts.lang, timeZone: facts.zone, headers: quiet };
    }
    const files = `${path}/files`;
    const first = firstPicture(facts);
    const picture = first === undefined ? {} : await pictureOf(c, api, `${files}/${first}`);
    const page = { page: 'share' as const, facts, files, ...picture };
    return { page, status: 200, lang: facts.lang, timeZone: facts.zone, headers: quiet };
  }
  if (answer.status === 410) {
    const over = data as ClosedShare;
    return { page: { page: 'shareOver', over }, status: 410, lang: over.lang, headers: quiet };
  }
  if (answer.status === 404) return missing;
  const retry = answer.headers.get('Retry-After');
  return {
    page: { page: 'problem', problem: 'broken' },
    // Cast: one of the error statuses.
    status: answer.status as StatusCode,
    headers: retry === null ? quiet : { ...quiet, 'Retry-After': retry },
  };
}

type Show = (c: ApiContext, answer: Answered) => Promise<Response>;

/** Returns the case's own view for a case number; undefined if the text may be a key. */
async function ofCase(inside: CaseNumberDeps, c: ApiContext, audience: ShareAudience, show: Show) {
  const seen = await findCaseOfNumber(inside, c);
  if (!seen) return undefined;
  if (audience === 'wear') return c.redirect(`/caseDetail?id=${seen.view.caseId}&section=wear`, 302);
  if (audience !== 'model') return c.redirect(`/eSetThreeDView?id=${seen.view.caseId}`, 302);
  const shown = await modelPagePropsOf(seen, c.req.query('file'));
  return shown && show(c, { page: { page: 'caseModel', ...shown }, status: 200, headers: {} });
}

/** Limits for one link. One patient or colleague opens it on few devices, and its page is not cached. */
const bounds = { atOnce: 4, perPersonAtOnce: 1, perPerson: 8 };

/** @param show renders a script-free page */
export function addSharePages(app: Hono<ApiEnv>, inside: CaseNumberDeps, show: Show): void {
  const turns = createFairSemaphore(bounds);
  for (const [name, audience] of Object.entries(addresses))
    app.get(`/${name}/:key`, c => {
      const open = async () =>
        (await ofCase(inside, c, audience, show)) ?? show(c, await answered(c, inside.api, audience));
      return turns.run(c.req.param('key'), open, c.req.raw.signal);
    });
}
