/** A whole in-memory server for tests: the demo's people, a manual clock, requests without a port. */
import type { Upload } from '#events/case/action-definition.ts';
import type { Position } from '#events/person/position.ts';
import type { LiftsByEventType } from '#events/upcasters.ts';
import type { AppParts } from '#services/api/all-routes.ts';
import { createApp } from '#services/api/app.ts';
import { createCaseExportApi } from '#services/api/export.ts';
import { createManualClock, type RepeatingTimers, systemIds } from '#services/clock/clock.ts';
import type { UploadLookup } from '#services/command/case-commands.ts';
import type { RateLimitOptions } from '#services/concurrency/rate-limit.ts';
import { createRawMemoryStore } from '#services/eventstore/memory.ts';
import type { RawEventStore } from '#services/eventstore/port.ts';
import { createCookies } from '#services/http/cookies.ts';
import { readTable } from '#services/imports/read-table-thread.ts';
import { createMemoryMail } from '#services/mail/memory.ts';
import { createRecordDrawing } from '#services/previews/record-drawing.ts';
import type { HostLookup } from '#services/singleSignOn/address-rules.ts';
import { createDemoMessages, openDemoSms } from '#services/sms/demo.ts';
import type { Sms } from '#services/sms/port.ts';
import { assembleServer } from '#services/start/assemble-server.ts';
import { createListedDemoMail } from '#services/start/demo-mail.ts';
import { openFileParts } from '#services/start/file-parts.ts';
import { openGlossaryTranslator } from '#services/translate/glossary.ts';
import type { Translator } from '#services/translate/port.ts';
import { createMemoryVault } from '#services/vault/memory.ts';
import { createLog } from '../../logging/log.ts';
import { printInTestThread } from './print-in-test-thread.ts';

export const TEST_PASSWORD = 'archline1';
const publicUrl = 'https://archline.example';
const { nameOf } = createCookies(publicUrl);
/** Cookie names under https. */
export const testCookieNames = { session: nameOf('session'), remember: nameOf('remember') };

type Who = { position: Position; orgId: string; serves?: string[] };
export const testPeople = {
  doctor: { position: 'Doctor', orgId: 'main' },
  doctor2: { position: 'Doctor', orgId: 'main' },
  assistant: { position: 'Assistant', orgId: 'main', serves: ['p-doctor'] },
  technician: { position: 'Technician', orgId: 'main' },
  technician2: { position: 'Technician', orgId: 'main' },
  expert: { position: 'Specialist', orgId: 'main' },
  supervisor: { position: 'SuperMechanic', orgId: 'main' },
  service: { position: 'Service', orgId: 'main' },
  vendor: { position: 'VendorAdmin', orgId: 'main' },
  admin: { position: 'Admin', orgId: 'main' },
  analyst: { position: 'Analyst', orgId: 'main' },
  designer: { position: 'Designer', orgId: 'ediy' },
  other: { position: 'Doctor', orgId: 'other' },
} as const satisfies Record<string, Who>;
export type TestPersonName = keyof typeof testPeople;

type TestAnswer<D = Record<string, unknown>> = {
  status: number;
  code: number;
  message: string;
  data: D;
  headers: Headers;
  text: string;
};

export type TestCall = {
  as?: TestPersonName;
  token?: string;
  body?: unknown;
  form?: Record<string, string> | string;
  headers?: Record<string, string>;
};

export type TestServerOptions = {
  parts?: AppParts;
  /** Wraps the log, to make it fail. */
  wrap?: (store: RawEventStore) => RawEventStore;
  /** Lifts of older events. Default: those of this program. */
  lifts?: LiftsByEventType;
  /** Finished uploads of any case, by id. */
  uploads?: Map<string, Upload>;
  /** Translation driver. Default: the glossary. */
  translate?: Translator;
  /** Rate limit of an account's changes. Default: none, because the clock does not move. */
  acts?: RateLimitOptions;
  /** Default: the demo's list. Null: no text messages, and no list. */
  sms?: Sms | null;
  /** Default: timers that never fire. */
  timers?: RepeatingTimers;
  /** Folder for real uploads and files. `uploads` is then unused. */
  dataDir?: string;
  /** Default: true, so that the demo's password is accepted. */
  demo?: false;
  /** Maximum number of text messages in an hour. Default: more than a test sends. */
  smsPerHour?: number;
  /** True: Admins and the staff of laboratories must have a second factor. */
  staffSecondFactor?: true;
  /** Finds the addresses of providers. Default: no host is known. */
  lookup?: HostLookup;
  /** Origin of the pages. */
  publicUrl?: string;
  /** Folder of the analysts' data. Default: in memory, without tables. Its timers must fire. */
  analysisDir?: string;
  /** An installation without organisations and people. */
  empty?: true;
};

export const testPersonNames = Object.keys(testPeople) as TestPersonName[];

type Deps = Awaited<ReturnType<typeof assembleServer>>['deps'];

async function addPeople(deps: Deps): Promise<void> {
  const order = () => ({ by: 'system', commandId: crypto.randomUUID() });
  for (const [orgId, servedBy] of [
    ['main', 'main'],
    ['ediy', 'main'],
    ['other', 'other'],
  ] as const)
    await deps.accounts.addOrganisation(order(), { orgId, name: orgId, servedBy, zone: 'Asia/Shanghai' });
  for (const userName of testPersonNames) {
    const who: Who = testPeople[userName];
    const personal = { userName, password: TEST_PASSWORD, name: '李明', phone: null };
    await deps.accounts.add(order(), { ...who, ...personal, personId: `p-${userName}` });
  }
}

/**
 * Shared by all test servers, because a process that loads the codecs takes longer to start than to draw a small
 * picture.
 */
const draw = createRecordDrawing();

/** Cheap hashes: these tests check who gets in, not the cost of guessing. */
const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Sends requests as the demo's people, who are signed in at their first request. */
function createTestClient(app: ReturnType<typeof createApp>['app'], deps: Deps) {
  const tokens = new Map<TestPersonName, string>();

  const send = async (method: string, path: string, call: TestCall = {}): Promise<Response> => {
    const token = call.token ?? (call.as ? await tokenOf(call.as) : undefined);
    const headers: Record<string, string> = { ...(token ? { Authorization: token } : {}) };
    if (call.body !== undefined) headers['Content-Type'] = 'application/json';
    if (call.form !== undefined) headers['Content-Type'] = 'application/x-www-form-urlencoded';
    const form = typeof call.form === 'object' ? new URLSearchParams(call.form).toString() : call.form;
    const text = typeof call.body === 'string' ? call.body : JSON.stringify(call.body);
    return app.request(path, { method, headers: { ...headers, ...call.headers }, body: form ?? text });
  };
  /** Sends a request and parses the answer. Waits until the read models have followed. */
  const call = async <D = Record<string, unknown>>(
    method: string,
    path: string,
    how: TestCall = {},
  ): Promise<TestAnswer<D>> => {
    const response = await send(method, path, how);
    const text = await response.text();
    const json = response.headers.get('content-type')?.startsWith('application/json');
    const { code = -1, message = '', data } = json ? JSON.parse(text) : {};
    if (method !== 'GET' && method !== 'HEAD') await deps.models.reached(await deps.store.head(), 120_000);
    return { status: response.status, code, message, data, headers: response.headers, text };
  };
  const tokenOf = async (name: TestPersonName): Promise<string> => {
    const known = tokens.get(name);
    if (known) return known;
    const signedIn = await call<{ token: string }>('POST', '/api/login', {
      body: { userName: name, password: TEST_PASSWORD },
    });
    tokens.set(name, signedIn.data.token);
    return signedIn.data.token;
  };
  return {
    tokens,
    tokenOf,
    send,
    get: <D = Record<string, unknown>>(path: string, how?: TestCall) => call<D>('GET', path, how),
    post: <D = Record<string, unknown>>(path: string, how?: TestCall) => call<D>('POST', path, how),
    put: <D = Record<string, unknown>>(path: string, how?: TestCall) => call<D>('PUT', path, how),
    del: <D = Record<string, unknown>>(path: string, how?: TestCall) => call<D>('DELETE', path, how),
  };
}

export async function openTestServer(options: TestServerOptions = {}) {
  const clock = createManualClock(Date.parse('2026-11-20T08:00:00Z'));
  const lines: string[] = [];
  const log = createLog('trace', { write: (line: string) => void lines.push(line) });
  const memory = createRawMemoryStore();
  const mail = createMemoryMail();
  const demoMessages = createDemoMessages(clock);
  const sms = options.sms === undefined ? openDemoSms(demoMessages) : (options.sms ?? undefined);
  const { uploads = new Map<string, Upload>(), wrap = (s: RawEventStore) => s, dataDir } = options;
  const { translate = openGlossaryTranslator(), acts = { perSecond: 1, burst: 1_000_000 } } = options;
  const { timers = { every: () => () => undefined } } = options;
  const lookup: UploadLookup = async (_caseId, ids) => new Map(ids.flatMap(id => pick(uploads, id)));
  const assembled = await assembleServer({
    inner: wrap(memory),
    lifts: options.lifts,
    vault: createMemoryVault(),
    secret: Buffer.alloc(32, 7),
    clock,
    ids: systemIds,
    timers,
    mail: createListedDemoMail(mail, demoMessages),
    sms,
    demoMessages: options.sms === null ? undefined : demoMessages,
    translate,
    publicUrl: options.publicUrl ?? publicUrl,
    lookup: options.lookup ?? (async () => []),
    log,
    dataDir: dataDir ?? '/nowhere',
    rows: ':memory:',
    analysisDir: options.analysisDir,
    demo: options.demo ?? true,
    smsPerHour: options.smsPerHour ?? 1000,
    staffSecondFactor: options.staffSecondFactor ?? false,
    uploads: dataDir ? undefined : lookup,
    cost,
    acts,
  });
  const { deps } = assembled;
  if (!options.empty) await addPeople(deps);
  const files = dataDir ? openFileParts(deps, draw) : undefined;
  const parts = { ...(files && { exports: createCaseExportApi(deps), ...files }), ...options.parts };
  const tables = assembled.tableParts?.startTables?.();
  const { app, routes } = createApp(deps, { ...printInTestThread, readTable, ...parts });
  const client = createTestClient(app, deps);
  return {
    ...assembled,
    close: async () => {
      await tables?.stop();
      await assembled.close();
    },
    app,
    routes,
    /** Folder of the stored files, if any. */
    files,
    clock,
    lines,
    /** Sent mails, and a switch to make sending fail. */
    mail,
    /** Sent text messages and mails. */
    messages: demoMessages,
    uploads,
    ...client,
  };
}

const pick = (uploads: Map<string, Upload>, id: string): [string, Upload][] => {
  const found = uploads.get(id);
  return found ? [[id, found]] : [];
};

export type TestServer = Awaited<ReturnType<typeof openTestServer>>;
