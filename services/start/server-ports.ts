/**
 * Opens the ports by the settings: log, vault, mail, clock, randomness, and the program's log on standard
 * error.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { analysisFolder } from '../analysis/table-folders.ts';
import { systemClock, systemIds, systemTimers } from '../clock/clock.ts';
import { lockFolder } from '../eventstore/folder-lock.ts';
import type { RawEventStore } from '../eventstore/port.ts';
import { openSqliteStore } from '../eventstore/sqlite.ts';
import { createProxies } from '../http/proxies.ts';
import { createLog, type Log } from '../logging/log.ts';
import { openFolderMail } from '../mail/folder.ts';
import type { Mail } from '../mail/port.ts';
import { openSmtpMail } from '../mail/smtp.ts';
import { type Bucket, openBucket } from '../s3/bucket.ts';
import type { Env } from '../settings/env.ts';
import { createDemoMessages, type DemoMessages, openDemoSms } from '../sms/demo.ts';
import type { Sms } from '../sms/port.ts';
import { openFolderSnapshots } from '../snapshots/folder.ts';
import type { SnapshotStore } from '../snapshots/port.ts';
import { openS3Snapshots } from '../snapshots/s3.ts';
import { createSpanExporter } from '../trace/otlp.ts';
import { createTracer, noTracer } from '../trace/tracer.ts';
import { openGlossaryTranslator } from '../translate/glossary.ts';
import type { Translator } from '../translate/port.ts';
import { bindLogToVault } from '../vault/log-binding.ts';
import type { Vault } from '../vault/port.ts';
import { openS3Vault } from '../vault/s3.ts';
import { loadOrCreateSecret } from '../vault/secret-check.ts';
import { openSqliteVault } from '../vault/sqlite.ts';
import type { ServerPorts } from './assemble-server.ts';
import { prepareDataFolder } from './data-folder.ts';
import { createListedDemoMail } from './demo-mail.ts';
import { backlogPlaceOf } from './installation.ts';
import { retryUntilReachable } from './unreachable-servers.ts';

const openMail = ({ mail, dataDir }: Env): Mail =>
  mail.driver === 'smtp'
    ? openSmtpMail(mail)
    : openFolderMail({ dir: join(dataDir, 'mail'), from: mail.from });

/** Opens the service for text messages. Loads a service's SDK only if it is used. */
async function openSms({ sms }: Env): Promise<{ sms?: Sms; demoMessages?: DemoMessages }> {
  switch (sms.driver) {
    case 'off':
      return {};
    case 'demo': {
      const demoMessages = createDemoMessages(systemClock);
      return { sms: openDemoSms(demoMessages), demoMessages };
    }
    case 'aliyun':
      return { sms: (await import('../sms/aliyun.ts')).openAliyunSms(sms) };
    case 'tencent':
      return { sms: (await import('../sms/tencent.ts')).openTencentSms(sms) };
    case 'twilio':
      return { sms: (await import('../sms/twilio.ts')).openTwilioSms(sms) };
    default:
      return sms satisfies never;
  }
}

/** Opens mail and text messages. */
async function openLetters(env: Env) {
  const { sms, demoMessages } = await openSms(env);
  const mail = openMail(env);
  return { mail: demoMessages ? createListedDemoMail(mail, demoMessages) : mail, sms, demoMessages };
}

/** Opens the storage of row snapshots. A configured folder takes precedence over the bucket. */
function openSnapshots({ snapshotDir }: Env, bucket: Bucket | undefined): SnapshotStore | undefined {
  if (snapshotDir) return openFolderSnapshots(snapshotDir);
  return bucket && openS3Snapshots({ bucket, clock: systemClock, ids: systemIds });
}

const openTranslate: Record<Env['translate'], () => Translator> = { glossary: openGlossaryTranslator };

/**
 * Opens the log and locks the data folder, which always contains this process's rows.
 * @throws FolderInUseError, Refusal logDown
 */
async function openLog({ eventStore, dataDir, startWaitMs: waitMs }: Env, log: Log): Promise<RawEventStore> {
  if (eventStore.driver === 'sqlite') return openSqliteStore({ dir: dataDir });
  const lock = lockFolder(dataDir);
  // Loads the client only where it is used.
  const { openEsdbStore } = await import('../eventstore/esdb/store.ts');
  try {
    const onStuck = (ms: number, err: unknown) =>
      log.error({ err, ms: Math.round(ms) }, 'a subscription to the log makes no progress');
    const open = () => openEsdbStore({ connectionString: eventStore.url, onStuck });
    const store = await retryUntilReachable(open, { waitMs });
    return { ...store, close: () => store.close().finally(lock.release) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

const dayMs = 86_400_000;

function openVault({ s3, dataDir }: Env, log: Log): Vault {
  if (!s3) return openSqliteVault({ dir: dataDir });
  // The vault has connections of its own, because downloads to slow readers could use up shared ones.
  const vault = openS3Vault({ bucket: openBucket(s3), clock: systemClock });
  const sweep = () =>
    void vault.sweep().catch((err: unknown) => log.error({ err }, 'sweeping deleted vault objects failed'));
  systemTimers.every(dayMs, sweep);
  return vault;
}

/**
 * Opens the vault and its secret. Closes the log if that fails. @throws Refusal busy, logDown, or Error with
 * a sentence for the operator
 */
async function openVaultOf(
  env: Env,
  inner: RawEventStore,
  log: Log,
): Promise<Pick<ServerPorts, 'vault' | 'secret'>> {
  const { dataDir: dir, secretFile: file } = env;
  const vault = openVault(env, log);
  const inFolder = !env.s3 && env.eventStore.driver === 'sqlite';
  try {
    const look = async () => {
      if (!inFolder) await bindLogToVault(vault, inner);
      return loadOrCreateSecret(vault, { dir, file });
    };
    return { vault, secret: await retryUntilReachable(look, { waitMs: env.startWaitMs }) };
  } catch (error) {
    await vault.close();
    await inner.close();
    throw error;
  }
}

/**
 * @throws FolderInUseError, Refusal logDown or busy, or Error with a sentence for the operator if the secret is
 * missing or unreadable, or the vault belongs to another log
 */
export async function openServerPorts(env: Env): Promise<ServerPorts> {
  const { dataDir, demo, staffSecondFactor, backupDir, traces, auditDays, analysis, smallestCell } = env;
  const log = createLog(env.logLevel);
  prepareDataFolder(dataDir);
  // Opens the log first: its lock keeps a second process out of the rest.
  const inner = await openLog(env, log);
  const { vault, secret } = await openVaultOf(env, inner, log);
  const rows = join(dataDir, 'rows');
  mkdirSync(rows, { recursive: true });
  const ports = { clock: systemClock, ids: systemIds, timers: systemTimers };
  const { publicUrl, supportPhone, smsPerHour, privateProviders, unset } = env;
  const letters = { ...(await openLetters(env)), publicUrl, supportPhone, smsPerHour, privateProviders };
  const tracer = traces ? createTracer({ ...ports, exporter: createSpanExporter(traces) }) : noTracer;
  const translate = openTranslate[env.translate]();
  const bucket = env.s3 && openBucket(env.s3);
  const snapshots = openSnapshots(env, bucket);
  const analysisDir = analysisFolder(dataDir);
  const places = {
    dataDir,
    rows,
    analysisDir,
    backupDir,
    bucket,
    proxies: createProxies(env.trustedProxies),
  };
  return {
    inner,
    vault,
    secret,
    ...ports,
    ...letters,
    ...places,
    translate,
    log,
    demo,
    auditDays,
    analysis,
    backlogPlace: backlogPlaceOf(env),
    smallestCell,
    questionsAtOnce: env.questionsAtOnce,
    whatIfVersions: env.whatIfVersions,
    staffSecondFactor,
    snapshots,
    tracer,
    unset,
  };
}
