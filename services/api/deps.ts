/** Parts of the server that routes use. */
import type { ReadModels } from '#projections/readmodels.ts';
import type { Chat } from '../chat/chat.ts';
import type { Clock, Ids, Timers } from '../clock/clock.ts';
import type { CaseStreams } from '../command/case-streams.ts';
import type { Perform } from '../command/perform.ts';
import type { Pace } from '../concurrency/rate-limit.ts';
import type { EventReader, EventStore } from '../eventstore/port.ts';
import type { Cookies } from '../http/cookies.ts';
import type { Proxies } from '../http/proxies.ts';
import type { Words } from '../i18n/dictionaries.ts';
import type { Audit } from '../logging/audit.ts';
import type { Log } from '../logging/log.ts';
import type { MailCodes } from '../mail/codes.ts';
import type { Mail } from '../mail/port.ts';
import type { Metrics } from '../measures/metrics.ts';
import type { Accounts } from '../people/accounts.ts';
import type { Devices } from '../people/devices.ts';
import type { People } from '../people/directory.ts';
import type { Sessions } from '../people/sessions.ts';
import type { Tracer } from '../trace/tracer.ts';
import type { Translate } from '../translate/port.ts';
import type { Vault } from '../vault/port.ts';
import type { Signing } from '../vault/signing.ts';

export type Deps = {
  /** Absolute path of the data folder. */
  dataDir: string;
  /** Machines in front of this one that are believed; absent: none. */
  proxies?: Proxies;
  clock: Clock;
  ids: Ids;
  timers: Timers;
  mail: Mail;
  mailCodes: MailCodes;
  /** What stands before every path in a letter; no slash at its end. */
  publicUrl: string;
  cookies: Cookies;
  /** What a message says in the reader's language. */
  translate: Translate;
  log: Log;
  /** The security log. */
  audit: Audit;
  measures: Metrics;
  tracer: Tracer;
  /** Where backups lie, as far as it is known. */
  backupDir: string | undefined;
  /** The log, sealed: personal parts come and go in the clear. */
  store: EventStore;
  /** The same log for readers that need no personal part: nothing is decrypted. */
  sealedLog: Pick<EventReader, 'read' | 'readAll' | 'lastUpTo'>;
  vault: Vault;
  models: ReadModels;
  people: People;
  accounts: Accounts;
  sessions: Sessions;
  devices: Devices;
  /** How much an account may change in a while. */
  acts: Pace;
  streams: CaseStreams;
  perform: Perform;
  chat: Chat;
  words: Words;
  /** Keys of the purposes that rotate. */
  signing: Signing;
  /** A key of 32 bytes for one purpose, made from the installation's secret. */
  keyFor: (purpose: string) => Buffer;
};
