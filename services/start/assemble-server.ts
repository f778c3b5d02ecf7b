/**
 * Assembles the server's parts with given ports. main.ts passes SQLite and the system's clock; tests pass in-memory
 * ports.
 */
import type { LiftsByEventType } from '#events/upcasters.ts';
import type { RunningWhatIfWorker, VersionCheckout } from '../analysis/whatif/what-if-worker.ts';
import { commandRateLimit, createWrongKeyLimit } from '../api/sign-in-limits.ts';
import { createAuditTrail } from '../audit/audit-trail.ts';
import { createRangeKeySweep } from '../audit/range-keys.ts';
import { createChat } from '../chat/chat.ts';
import type { Clock, Ids, RepeatingTimers } from '../clock/clock.ts';
import { createCaseCommands, type UploadLookup } from '../command/case-commands.ts';
import { createCaseStreams } from '../command/case-streams.ts';
import { createRateLimit, type RateLimitOptions } from '../concurrency/rate-limit.ts';
import { createDataRequests } from '../erasing/data-requests.ts';
import type { RawEventStore } from '../eventstore/port.ts';
import { createUploadLookup } from '../files/uploads.ts';
import { createCookies } from '../http/cookies.ts';
import type { Proxies } from '../http/proxies.ts';
import { loadDictionaries } from '../i18n/dictionaries.ts';
import type { Log } from '../logging/log.ts';
import { type SecurityLog, securityLogWindowMs } from '../logging/security-log.ts';
import type { Mail } from '../mail/port.ts';
import { createConfirmationCodes } from '../people/codes.ts';
import { createNotebookKeyGate } from '../people/notebook-key-gate.ts';
import type { PasswordCost } from '../people/passwords.ts';
import type { RememberMe } from '../people/remember-me.ts';
import type { SessionRecords } from '../people/session-records.ts';
import type { SignInAttempts } from '../people/sign-in-attempts.ts';
import { failureWindowMs, type SignInFailures } from '../people/sign-in-failures.ts';
import type { Bucket } from '../s3/bucket.ts';
import { DEFAULT_AUDIT_DAYS, DEFAULT_SMALLEST_COUNT } from '../settings/env.ts';
import type { HostLookup } from '../singleSignOn/address-rules.ts';
import type { DemoMessages } from '../sms/demo.ts';
import { createLimitedSms } from '../sms/hourly-limit.ts';
import type { Sms } from '../sms/port.ts';
import type { SnapshotStore } from '../snapshots/port.ts';
import type { Tracer } from '../trace/tracer.ts';
import type { Translator } from '../translate/port.ts';
import type { Vault } from '../vault/port.ts';
import { SIGNING_REFRESH_MS, type Signing } from '../vault/signing.ts';
import { openAnalysisParts, type TableParts } from './analysis-parts.ts';
import type { BacklogBuildSettings } from './installation.ts';
import { openLogParts } from './open-log.ts';
import type { ServerParts } from './server-parts.ts';
import { createSignInParts, type SweepableRecords } from './sign-in-parts.ts';
import { openWhatIfParts } from './what-if-parts.ts';

export type ServerPorts = {
  /** The log with personal parts sealed, as it is stored. */
  inner: RawEventStore;
  vault: Vault;
  secret: Buffer;
  /** Bucket of the files. Default: the data folder. */
  bucket?: Bucket;
  /** Trusted proxies. Default: none. */
  proxies?: Proxies;
  clock: Clock;
  ids: Ids;
  timers: RepeatingTimers;
  mail: Mail;
  /** Default: no text messages. */
  sms?: Sms;
  /** Maximum number of text messages of the installation in an hour. */
  smsPerHour: number;
  /** The demo's outgoing messages. Default: none are shown. */
  demoMessages?: DemoMessages;
  /** Allows providers of single sign-on in private networks. Default: only public addresses. */
  privateProviders?: boolean;
  /** Finds the addresses of providers of single sign-on. Default: asks the name servers. */
  lookup?: HostLookup;
  /** Origin of links in mails, without a trailing slash. */
  publicUrl: string;
  /** Telephone number of the service desk. Default: none. */
  supportPhone?: string;
  translate: Translator;
  log: Log;
  dataDir: string;
  /** Folder of the read models' rows, or ':memory:'. */
  rows: string;
  /** Folder of the analysts' data. Default: in memory. */
  analysisDir?: string;
  /** False: no tables for questions are kept. Default: true. */
  analysis?: boolean;
  /** Where a process of its own finds log and keys, to build a long backlog of the tables. Default: the server itself builds it. */
  backlogPlace?: BacklogBuildSettings;
  /** Smallest count that reports show in cells that are split by sealed facts. Default: that of the settings. */
  smallestCell?: number;
  /** Questions in SQL that run at the same time. Default: one less than the machine has cores. */
  questionsAtOnce?: number | undefined;
  /** Other versions with which Admins may compare. Default: none. */
  whatIfVersions?: readonly VersionCheckout[];
  demo: boolean;
  /** Days for which the audit shows entries. Default: that of the settings. */
  auditDays?: number;
  /** True if Admins and the staff of laboratories must have a second factor. */
  staffSecondFactor: boolean;
  /** Tracer of requests. Default: no tracing. */
  tracer?: Tracer;
  /** Folder of backups, whose age is a metric. */
  backupDir?: string;
  /** Names of unset settings, for the page of the first start. Default: none. */
  unset?: readonly string[];
  /** Looks up uploads. Default: in the vault. */
  uploads?: UploadLookup;
  /** Store of row snapshots that nodes share. Default: each node builds its rows from the log. */
  snapshots?: SnapshotStore;
  /** Cost of password hashes; tests choose cheaper ones. */
  cost?: PasswordCost;
  /** Lifts of older events. Default: those of this program; tests pass others. */
  lifts?: LiftsByEventType;
  /** Rate limit of an account's commands; benchmarks set a higher one. */
  acts?: RateLimitOptions;
};

export type AssembledServer = {
  deps: ServerParts;
  tries: SignInAttempts;
  remember: RememberMe;
  records: SessionRecords;
  /** Short-lived records of the vault, which are swept once an hour. */
  swept: readonly SweepableRecords[];
  /** Background work of a process on the analysts' tables; undefined if there is none. */
  tableParts: TableParts | undefined;
  /** Starts to run comparisons with other versions. */
  startWhatIf: () => RunningWhatIfWorker;
  /** Closes the read models, then the ports, log and vault last. */
  close(): Promise<void>;
};

/** Closes log, vault and bucket last, because the other parts may still write while they close. */
export async function closePorts({
  mail,
  tracer,
  translate,
  inner,
  vault,
  bucket,
}: ServerPorts): Promise<void> {
  await mail.close();
  await tracer?.close();
  await translate.close();
  await inner.close();
  await vault.close();
  bucket?.close();
}

/**
 * Starts periodic work: flushes the security log and the counts of failed sign-ins, and reads new signing keys.
 * @returns stops the work and flushes once more
 */
function startChores(
  { timers, log }: ServerPorts,
  { audit, failures }: { audit: SecurityLog; failures: SignInFailures },
  signing: Signing,
): () => Promise<void> {
  const stopFlushing = timers.every(securityLogWindowMs, audit.flush);
  const stopCounting = timers.every(failureWindowMs, () => void failures.flush());
  const stopRefreshing = timers.every(SIGNING_REFRESH_MS, () => {
    signing.refresh().catch((err: unknown) => log.error({ err }, 'reading the signing keys failed'));
  });
  return async () => {
    stopRefreshing();
    stopCounting();
    stopFlushing();
    audit.flush();
    await failures.flush();
  };
}

/** @throws Error with a sentence for the operator, if the secret is not the vault's */
export async function assembleServer(ports: ServerPorts): Promise<AssembledServer> {
  const { vault, clock, ids, timers, mail, translate, publicUrl, log, dataDir, demo } = ports;
  const opened = await openLogParts(ports);
  const { store, models, keyFor } = opened;
  const { tries, remember, records, swept, ...signIn } = createSignInParts(ports, opened);
  const streams = createCaseStreams({ store, clock }, models.state);
  const uploads = ports.uploads ?? createUploadLookup(vault);
  const { directory } = models;
  const { measures } = opened;
  const { tableParts, ...analysis } = openAnalysisParts(ports, opened);
  const { startWhatIf, ...whatIf } = openWhatIfParts(ports, opened);
  const sms =
    ports.sms && createLimitedSms(ports.sms, { vault, clock, log, measures, perHour: ports.smsPerHour });
  const acts = createRateLimit(clock, ports.acts ?? commandRateLimit);
  const mailCodes = { vault, clock, ids, key: keyFor('mail codes'), prefix: 'mail/code/' };
  const deps: ServerParts = {
    ...opened,
    ...signIn,
    ...analysis,
    ...whatIf,
    demo,
    dataDir,
    bucket: ports.bucket,
    proxies: ports.proxies,
    publicUrl,
    supportPhone: ports.supportPhone,
    backupDir: ports.backupDir,
    cookies: createCookies(publicUrl),
    clock,
    ids,
    timers,
    vault,
    mail,
    sms,
    demoMessages: ports.demoMessages,
    mailCodes: createConfirmationCodes(mailCodes),
    unset: ports.unset ?? [],
    translate,
    log,
    acts,
    notebookKeys: createNotebookKeyGate({
      ...{ keys: signIn.keys, directory, clock, audit: signIn.audit },
      pace: createRateLimit(clock, ports.acts ?? commandRateLimit),
      wrong: createWrongKeyLimit(),
    }),
    auditTrail: createAuditTrail({ store, clock, ids, acts }),
    auditDays: ports.auditDays ?? DEFAULT_AUDIT_DAYS,
    smallestCell: ports.smallestCell ?? DEFAULT_SMALLEST_COUNT,
    streams,
    perform: createCaseCommands({ streams, directory, uploads, clock }),
    chat: createChat({ store, vault, clock, ids, models, streams, log }),
    dataRequests: createDataRequests({ ...opened, clock, ids, streams, directory }),
    words: loadDictionaries(),
  };
  const stopChores = startChores(ports, signIn, opened.signing);
  const close = async () => {
    await stopChores();
    await analysis.tracks.stop();
    await models.close();
    await closePorts(ports);
  };
  const rangeKeys = createRangeKeySweep({ ...deps, keyring: opened.keyring });
  const kept = [...swept, deps.mailCodes, rangeKeys, ...(sms ? [sms] : [])];
  return { deps, tries, remember, records, swept: kept, tableParts, startWhatIf, close };
}
