/**
 * The program's log, one JSON object per line. It accepts only known fields, each in its own format. The log is never
 * erased, so no name, question or address may get into it.
 */
import { createHash } from 'node:crypto';
import { type DestinationStream, type LevelWithSilent, pino } from 'pino';
import { streamKinds } from '#events/streams.ts';

type Safe = string | number | boolean | Record<string, string | number | undefined> | undefined;

/** A short, printable value in the program's own words. */
const word = (value: unknown): Safe =>
  typeof value === 'string' && /^[\w.:/*{}$+-]{1,120}$/.test(value) ? value : undefined;
const number = (value: unknown): Safe => {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
};
const uuid = (value: unknown): Safe =>
  typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value) ? value : undefined;
/** Groups lines of one session without identifying it. */
const hashed = (value: unknown): Safe =>
  typeof value === 'string' ? createHash('sha256').update(value).digest('hex').slice(0, 12) : undefined;
/** A person's id. Hashed if it was set by hand, because it may be a name. */
const personId = (value: unknown): Safe => uuid(value) ?? hashed(value);
const digest = (value: unknown): Safe =>
  typeof value === 'string' && /^[0-9a-f]{12}$/.test(value) ? value : undefined;
const category = (value: unknown): Safe =>
  typeof value === 'string' ? word(value.split('-')[0]) : undefined;

const ELIDED = '…';
/**
 * Matches the part of a message that quotes input. Errors quote their input, and people's text mostly uses other
 * letters than the program's.
 */
const quoted = /(?<=^|[\s(:,[{])["'`][\s\S]*/;
const foreign = /[^\x20-\x7e]+/g;
/** Names of streams, which end in an id. */
const streams = new RegExp(`\\b(${Object.keys(streamKinds).join('|')})-[\\w.-]+`, 'g');
const MOST = 300;

/**
 * Returns the first line of an error's message, up to its first quote. A SyntaxError of JSON quotes the text itself.
 */
function messageOf(error: Error): string | undefined {
  if (error.name === 'SyntaxError') return undefined;
  const [line = ''] = error.message.replace(quoted, ELIDED).split('\n');
  return line.replaceAll(streams, `$1-${ELIDED}`).replaceAll(foreign, ELIDED).slice(0, MOST);
}

/** A stack frame with its location, because a line of a multi-line message may otherwise look like a frame. */
const frame = /^ {4}at .*(?:\(<anonymous>\)|(?:file:\/\/|node:|\/)\S+:\d+:\d+\)?)$/;

const frames = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter(line => frame.test(line))
    .map(line => line.replaceAll(foreign, ELIDED))
    .join('\n');

const codeOf = (error: Error) => ('code' in error ? (word(error.code) ?? number(error.code)) : undefined);

function errorOf(value: unknown): Safe {
  if (!(value instanceof Error)) return { type: typeof value };
  const code = codeOf(value);
  const { cause } = value;
  return {
    type: String(word(value.name) ?? 'Error'),
    message: messageOf(value),
    stack: frames(value),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(cause instanceof Error
      ? { cause: `${word(cause.name) ?? 'Error'} ${messageOf(cause) ?? ''}`.trim() }
      : {}),
  };
}

const fields = {
  err: errorOf,
  requestId: word,
  audit: word,
  by: personId,
  person: personId,
  account: digest,
  from: digest,
  sessionId: hashed,
  method: word,
  route: word,
  status: number,
  ms: number,
  effect: word,
  follower: word,
  event: uuid,
  letter: uuid,
  refusal: word,
  kind: word,
  why: word,
  answer: number,
  tries: number,
  removed: number,
  count: number,
  position: number,
  stream: category,
  /** Beginning of the digest of a seal. */
  seal: digest,
} as const satisfies Record<string, (value: unknown) => Safe>;

type Field = keyof typeof fields;
export type LogFacts = { [F in Field]?: unknown };
type Say = { (facts: LogFacts, message: string): void; (message: string): void };
export type Log = Record<'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace', Say>;

/** Selects the facts that may be logged, each in its own format. */
function safeFacts(facts: object): Record<string, Safe> {
  const known = Object.entries(facts).filter(([name]) => Object.hasOwn(fields, name));
  // Cast: the name is one of the table's.
  return Object.fromEntries(known.map(([name, value]) => [name, fields[name as Field](value)]));
}

/** @param to default: standard error, unbuffered */
export function createLog(
  level: LevelWithSilent,
  to: DestinationStream = pino.destination({ fd: 2, sync: false }),
): Log {
  const options = {
    level,
    base: undefined,
    // Leaves errors unchanged: they are already safe here.
    serializers: { err: (value: unknown) => value },
    formatters: { log: safeFacts },
    hooks: {
      /** Prevents a bare error from becoming the message, and format arguments from getting into it. */
      logMethod(args: unknown[], method: (...args: unknown[]) => void) {
        const [first, second] = args;
        if (typeof first === 'string') method.call(this, first);
        else method.call(this, first instanceof Error ? { err: first } : (first ?? {}), second ?? 'an error');
      },
    },
  };
  return pino(options as Parameters<typeof pino>[0], to) as Log;
}
