/** The envelope of every answer, {code, message, data}, and the conversion of errors to it. */
import { routePath } from 'hono/route';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { errors, type Issue, isRefusal, Refusal } from '#events/errors.ts';
import { toWirePosition } from '#events/wire.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import { isDiskFullError } from '#projections/sqlite-errors.ts';
import { diskFullRefusalOf } from '../eventstore/disk-full.ts';
import { StoreClosedError, WrongRevisionError } from '../eventstore/port.ts';
import type { Dictionaries, Lang } from '../i18n/dictionaries.ts';
import type { Log } from '../logging/log.ts';
import type { SecurityLog } from '../logging/security-log.ts';
import { SubjectErasedError } from '../vault/keyring.ts';
import { isClientAbort, STATUS_CLIENT_CLOSED } from './client-abort.ts';
import { type ApiContext, clientAddress } from './context.ts';
import type { Proxies } from './proxies.ts';

type Envelope = { code: number; message: string; data: unknown };

type Extras = {
  /** Log position that the answer includes. */
  position?: bigint;
  /** ETag of the answer, with its quotes. */
  etag?: string;
};

/** Answers with success. */
export function answerOk(
  c: ApiContext,
  deps: { models: ReadModels; words: Dictionaries },
  data: unknown,
  extras: Extras = {},
): Response {
  if (extras.position !== undefined)
    c.header('X-Position', toWirePosition(deps.models.logId, extras.position));
  if (extras.etag) c.header('ETag', extras.etag);
  return c.json({ code: 0, message: deps.words.find(c.get('lang'), 'error:0') ?? 'ok', data });
}

/** A refusal as an envelope. Its message is the refusal's name if the dictionaries lack one. */
function refusalBody(refusal: Refusal, words: Dictionaries, lang: Lang): Envelope {
  const message = words.find(lang, `error:${refusal.code}`) ?? refusal.refusal;
  const issues = refusal.data?.issues?.map(issue => ({ ...issue, message: issueText(issue, words, lang) }));
  return { code: refusal.code, message, data: issues ? { ...refusal.data, issues } : refusal.data };
}

const issueText = ({ issue, values }: Issue, words: Dictionaries, lang: Lang): string =>
  words.find(lang, `error:issue.${issue}`, values) ?? issue;

/** Retry-After in seconds, by refusal. */
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

/** Maps an error to its refusal. Undefined for an unexpected error. */
export function refusalOfError(error: unknown): Refusal | undefined {
  if (isRefusal(error)) return error;
  if (error instanceof WrongRevisionError || error instanceof StoreClosedError) return new Refusal('busy');
  if (isDiskFullError(error)) return diskFullRefusalOf(error);
  // Erasing a patient refuses further acts (ARCHITECTURE 5).
  if (error instanceof SubjectErasedError) return new Refusal('actionClosed');
  return undefined;
}

/** Names of an error and its causes, without messages, which may contain a file's name. */
const behind = (error: unknown): string[] =>
  error instanceof Error ? ['code' in error ? String(error.code) : error.name, ...behind(error.cause)] : [];

type RefuseDeps = { words: Dictionaries; log: Log; audit: SecurityLog; proxies?: Proxies };

/** Facts of a refused request for the security log, with person and address if known. */
export const securityFactsOf = (c: ApiContext, deps: { proxies?: Proxies }) => ({
  requestId: c.get('requestId'),
  method: c.req.method,
  route: c.get('route') ?? routePath(c),
  by: c.get('session')?.person.id,
  from: clientAddress(c, deps),
});

/** Answers with any error. An unexpected error is logged under the request's id and answered as 104014. */
export function answerRefusal(c: ApiContext, deps: RefuseDeps, error: unknown): Response {
  const foreseen = refusalOfError(error);
  // A disconnect is no error of the server, and the client no longer reads the answer.
  if (!foreseen && isClientAbort(c, error)) return new Response(null, { status: STATUS_CLIENT_CLOSED });
  if (!foreseen) deps.log.error({ requestId: c.get('requestId'), err: error }, 'unexpected error');
  const why = foreseen && foreseen.http >= 500 ? behind(foreseen.cause) : [];
  // Logs the cause if the disk or the object store has failed.
  if (why.length > 0)
    deps.log.warn(
      { requestId: c.get('requestId'), refusal: foreseen?.refusal, why: why.join('/') },
      'refused temporarily',
    );
  const refusal = foreseen ?? new Refusal('internal');
  deps.audit.refused(refusal, securityFactsOf(c, deps));
  const wait = refusal.data?.retryAfter ?? retryAfter[refusal.refusal];
  if (typeof wait === 'number') c.header('Retry-After', String(wait));
  c.header('Cache-Control', 'no-store');
  const status: number = errors[refusal.refusal]?.http ?? 500;
  return c.json(refusalBody(refusal, deps.words, c.get('lang') ?? 'en'), status as ContentfulStatusCode);
}
