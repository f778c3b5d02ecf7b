/** The one form of every answer: {code, message, data}; and what becomes of an error. */
import { routePath } from 'hono/route';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { errors, type Issue, isRefusal, Refusal } from '#events/errors.ts';
import { wirePosition } from '#events/wire.ts';
import { isFull } from '#projections/broken.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import { diskFull } from '../eventstore/disk-full.ts';
import { StoreClosed, WrongRevision } from '../eventstore/port.ts';
import type { Lang, Words } from '../i18n/dictionaries.ts';
import type { Audit } from '../logging/audit.ts';
import type { Log } from '../logging/log.ts';
import { SubjectErased } from '../vault/keyring.ts';
import { CLIENT_CLOSED, isClientAbort } from './client-abort.ts';
import { type ApiContext, addressOf } from './context.ts';
import type { Proxies } from './proxies.ts';

export type Envelope = { code: number; message: string; data: unknown };

type Extras = {
  /** The position in the log that the answer reaches. */
  position?: bigint;
  /** With its quotes. */
  etag?: string;
};

/** An answer of success. */
export function ok(
  c: ApiContext,
  deps: { models: ReadModels; words: Words },
  data: unknown,
  extras: Extras = {},
): Response {
  if (extras.position !== undefined) c.header('X-Position', wirePosition(deps.models.logId, extras.position));
  if (extras.etag) c.header('ETag', extras.etag);
  return c.json({ code: 0, message: deps.words.find(c.get('lang'), 'error:0') ?? 'ok', data });
}

/** A refusal in words; where the dictionaries have none, its name. */
export function refusalBody(refusal: Refusal, words: Words, lang: Lang): Envelope {
  const message = words.find(lang, `error:${refusal.code}`) ?? refusal.refusal;
  const issues = refusal.data?.issues?.map(issue => ({ ...issue, message: issueText(issue, words, lang) }));
  return { code: refusal.code, message, data: issues ? { ...refusal.data, issues } : refusal.data };
}

const issueText = ({ issue, values }: Issue, words: Words, lang: Lang): string =>
  words.find(lang, `error:issue.${issue}`, values) ?? issue;

/** Seconds after which another try makes sense, for the refusals that say so. */
const retryAfter: Partial<Record<Refusal['refusal'], number>> = {
  notCaughtUp: 1,
  busy: 1,
  fileStoreDown: 5,
  uploadElsewhere: 5,
  photoServer: 5,
  downloadFailed: 5,
  mailDown: 5,
  translateDown: 5,
  logDown: 5,
  diskFull: 30,
  tooMany: 60,
};

/** Anything thrown, as the refusal that it comes to. */
export function asRefusal(error: unknown): Refusal | undefined {
  if (isRefusal(error)) return error;
  if (error instanceof WrongRevision || error instanceof StoreClosed) return new Refusal('busy');
  if (isFull(error)) return diskFull(error);
  // Erasing a patient refuses further acts (ARCHITECTURE 5).
  if (error instanceof SubjectErased) return new Refusal('actionClosed');
  return undefined;
}

/** What stands behind a refusal, by names alone: an error's words may name a file. */
const behind = (error: unknown): string[] =>
  error instanceof Error ? ['code' in error ? String(error.code) : error.name, ...behind(error.cause)] : [];

type RefuseDeps = { words: Words; log: Log; audit: Audit; proxies?: Proxies };

/** The facts of a refused request for the security log: person and address, as far as they are known. */
export const whoOf = (c: ApiContext, deps: { proxies?: Proxies }) => ({
  requestId: c.get('requestId'),
  method: c.req.method,
  route: c.get('route') ?? routePath(c),
  by: c.get('session')?.person.id,
  from: addressOf(c, deps),
});

/** The answer to anything thrown; what was not foreseen is logged under the request's id and told as 104014. */
export function refuse(c: ApiContext, deps: RefuseDeps, error: unknown): Response {
  const foreseen = asRefusal(error);
  // Connections break off daily, in tunnels and lifts: no error of the server, and no answer that anybody reads.
  if (!foreseen && isClientAbort(c, error)) return new Response(null, { status: CLIENT_CLOSED });
  if (!foreseen) deps.log.error({ requestId: c.get('requestId'), err: error }, 'unforeseen error');
  const why = foreseen && foreseen.http >= 500 ? behind(foreseen.cause) : [];
  // Where the disk or the object store fails, the log says what of it.
  if (why.length > 0)
    deps.log.warn(
      { requestId: c.get('requestId'), refusal: foreseen?.refusal, why: why.join('/') },
      'refused for now',
    );
  const refusal = foreseen ?? new Refusal('internal');
  deps.audit.refused(refusal, whoOf(c, deps));
  const wait = refusal.data?.retryAfter ?? retryAfter[refusal.refusal];
  if (typeof wait === 'number') c.header('Retry-After', String(wait));
  c.header('Cache-Control', 'no-store');
  const status: number = errors[refusal.refusal]?.http ?? 500;
  return c.json(refusalBody(refusal, deps.words, c.get('lang') ?? 'en'), status as ContentfulStatusCode);
}
