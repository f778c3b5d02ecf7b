/** Questions of analysts in SQL, on the tables as of any position. */
import * as z from 'zod/mini';
import { tableFormats } from '#events/analysis/export-formats.ts';
import { analystPositions } from '#events/analysis/rights.ts';
import { statusCodes } from '#events/case/status.ts';
import { badField, Refusal } from '#events/errors.ts';
import type { Viewer } from '#events/person/position.ts';
import { questionParamsSchema } from '#events/question/params.ts';
import { questionTextSchema } from '#events/question/write.ts';
import { toWirePosition } from '#events/wire.ts';
import { type AnsweredFile, askLimits, type TableQuestion } from '../analysis/ask.ts';
import { type Citation, citationOf } from '../analysis/citation.ts';
import type { OpenedTables } from '../analysis/query.ts';
import { createRunningQuestions } from '../analysis/running-questions.ts';
import { createStopwatch } from '../clock/clock.ts';
import { createRefusingSemaphore, type RefusingSemaphore } from '../concurrency/refusing-semaphore.ts';
import { defineBody } from '../http/body.ts';
import type { ApiContext } from '../http/context.ts';
import { answerOk } from '../http/envelope.ts';
import { askDescriptionRoute } from './analysis-ask-description.ts';
import { sendAnswerFile } from './analysis-ask-file.ts';
import { createAskedTables } from './asked-tables.ts';
import type { CommandData } from './command-answers.ts';
import type { ApiDeps } from './deps.ts';
import { pointInTimeSchema } from './point-in-time.ts';
import { type Route, signedRoute } from './route.ts';
import { toWireRanges, waitForTables } from './tables-at.ts';

type AskDeps = Pick<
  ApiDeps,
  | 'models'
  | 'words'
  | 'analysisTables'
  | 'ask'
  | 'askFile'
  | 'auditTrail'
  | 'store'
  | 'sealedLog'
  | 'timers'
  | 'log'
>;

const path = '/api/analysis/ask';
const MS = 1000;
const described = { rule: analystPositions, tag: 'analysis' } as const;
/** Maximum number of files that are sent at the same time. Each file stays on disk until it is sent. */
const filesAtOnce = { person: 2, node: 8 };

const asked = z.strictObject({
  sql: questionTextSchema,
  params: z.optional(questionParamsSchema),
  /** A position of this log, a day or an ISO time. Default: now. */
  asOf: z.optional(pointInTimeSchema),
  /** Maximum number of rows. Default: 10,000, and for a file as many as a file may have. */
  rows: z.optional(z.int().check(z.gte(1), z.lte(askLimits.fileRows))),
  /** Default: json. */
  format: z.optional(z.enum(['json', ...tableFormats])),
  /** Id by which the person can end the question while it runs. */
  id: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/, { error: 'invalid' }))),
});
type Asked = z.infer<typeof asked>;

const example = {
  sql: 'SELECT assignee, count(*) AS cases FROM stays WHERE status = $status AND left_at IS NULL GROUP BY assignee',
  params: { status: { type: 'status' as const, value: statusCodes[0] ?? null } },
};

type Last = OpenedTables['last'];
/** Facts about an answer, for the audit. `rows`: their number. Null if there was no answer. */
type Outcome = { rows: number; last: Last } | null;

/** Asks, and records the question before the first byte is sent: without a record, no rows. */
async function recorded<T>(
  { auditTrail, models }: AskDeps,
  { viewer, sql, params = {} }: Pick<Asked, 'sql' | 'params'> & { viewer: Viewer },
  { ask, outcomeOf }: { ask: () => Promise<T>; outcomeOf: (answered: T) => Outcome },
): Promise<T> {
  const record = (outcome: Outcome) => {
    const position = outcome && toWirePosition(models.logId, outcome.last?.position ?? 0n);
    const data = { parameters: Object.keys(params), rows: outcome?.rows ?? null, position };
    return auditTrail.asked(viewer, { type: 'QuestionAsked', data, personal: { sql } });
  };
  const answered = await ask().catch(async error => {
    await record(null);
    throw error;
  });
  await record(outcomeOf(answered));
  return answered;
}

type Call = { c: ApiContext; viewer: Viewer; asked: Asked; signal: AbortSignal };

/**
 * Asks with `send`. Withholds the answer, or the message of a failure, if it may contain facts of a patient who was
 * erased meanwhile.
 */
async function askGuarded<T>(
  deps: AskDeps,
  { viewer, asked: { sql, params = {}, asOf }, signal }: Call,
  {
    send,
    drop = () => undefined,
  }: { send: (question: Omit<TableQuestion, 'rows'>) => Promise<T>; drop?: (answered: T) => void },
): Promise<T> {
  const { tables, open, check } = createAskedTables(deps, viewer, { sql, asOf });
  let answered: T | undefined;
  try {
    answered = await send({ by: viewer.id, tables, sql, params, signal, open });
  } finally {
    await check().catch(error => {
      if (answered !== undefined) drop(answered);
      throw error;
    });
  }
  return answered;
}

/** Returns how to cite an answer; undefined if the same question may have another answer later. */
function citationFor(
  { models }: AskDeps,
  { sql, params = {} }: Asked,
  { last, lacks, unrepeatable }: Pick<AnsweredFile, 'last' | 'lacks' | 'unrepeatable'>,
): Citation | undefined {
  // Missing rows are rebuilt later, which changes the answer.
  if (lacks.length > 0) return undefined;
  const position = toWirePosition(models.logId, last?.position ?? 0n);
  return unrepeatable === null ? citationOf({ logId: models.logId, position, sql, params }) : undefined;
}

async function answerTable(deps: AskDeps, call: Call): Promise<Response> {
  const { c, viewer, asked } = call;
  const { rows = askLimits.rows } = asked;
  if (rows > askLimits.mostRows) throw badField('rows', 'too-big', { max: askLimits.mostRows });
  const seconds = createStopwatch();
  const answered = await recorded(
    deps,
    { viewer, ...asked },
    {
      ask: () => askGuarded(deps, call, { send: question => deps.ask({ ...question, rows }) }),
      outcomeOf: ({ rows: found, last }) => ({ rows: found.length, last }),
    },
  );
  const { last, lacks, ...table } = answered;
  const answer: CommandData<'POST /api/analysis/ask'> = {
    ...table,
    position: toWirePosition(deps.models.logId, last?.position ?? 0n),
    clock: last && new Date(last.clock).toISOString(),
    citation: citationFor(deps, asked, answered) ?? null,
    factsOf: 'now',
    lacks: toWireRanges(deps.models.logId, lacks),
    tookMs: Math.round(seconds() * MS),
  };
  return answerOk(c, deps, answer, { position: last?.position ?? 0n });
}

async function answerInFile(deps: AskDeps, call: Call, sending: RefusingSemaphore): Promise<Response> {
  const { c, viewer, asked } = call;
  const { format = 'json', rows = askLimits.fileRows } = asked;
  if (format === 'json') throw new Error('a table is no file');
  if (viewer.withheld?.includes('exports')) throw new Refusal('notPermitted');
  return new Promise((resolve, reject) => {
    const send = async () => {
      const answered = await recorded(
        deps,
        { viewer, ...asked },
        {
          ask: () =>
            askGuarded(deps, call, {
              send: question => deps.askFile({ ...question, rows, format, bytes: askLimits.fileBytes }),
              drop: ({ body }) => body.destroy(),
            }),
          outcomeOf: ({ count, read, last }) => ({ rows: count ?? read, last }),
        },
      );
      const position = toWirePosition(deps.models.logId, answered.last?.position ?? 0n);
      const sent = sendAnswerFile(c, {
        ...answered,
        timers: deps.timers,
        log: deps.log,
        format,
        position,
        citation: citationFor(deps, asked, answered),
      });
      resolve(sent.response);
      await sent.ended;
    };
    sending.take(viewer.id, send).catch(reject);
  });
}

export function analysisAskRoutes(deps: AskDeps): Route[] {
  const running = createRunningQuestions();
  const sending = createRefusingSemaphore(filesAtOnce);
  return [
    askDescriptionRoute(deps),
    signedRoute({
      method: 'post',
      path,
      ...described,
      summary:
        'Asks the tables in SQL: one SELECT, as of any moment, in a process of its own that ends with the request. CSV, Parquet or NDJSON on request, with `X-Rows` and `X-More`; the answer names the citation that gives the same rows again.',
      body: defineBody(asked, example),
      handle: async ({ c, viewer, body }) => {
        const sent = await body();
        await waitForTables(deps, c.get('position'));
        return running.run(viewer.id, sent.id, c.req.raw.signal, signal => {
          const call = { c, viewer, asked: sent, signal };
          const isTable = (sent.format ?? 'json') === 'json';
          return isTable ? answerTable(deps, call) : answerInFile(deps, call, sending);
        });
      },
    }),
    signedRoute({
      method: 'delete',
      path: `${path}/:id`,
      ...described,
      summary:
        'Ends an own question that runs on this node, by the id that was sent with it. Leaving its request ends it on any node.',
      handle: async ({ c, viewer, param }) => {
        if (!running.end(viewer.id, param('id'))) throw new Refusal('notFound');
        return answerOk(c, deps, { id: param('id') });
      },
    }),
  ];
}
