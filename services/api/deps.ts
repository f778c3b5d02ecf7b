/** Parts of the server that routes use. */
import type { ReadModels } from '#projections/readmodels.ts';
import type { AskForFile, AskForTable } from '../analysis/ask.ts';
import type { Pseudonyms } from '../analysis/pseudonym.ts';
import type { AnalysisTables } from '../analysis/query.ts';
import type { TableDownloads } from '../analysis/table-downloads.ts';
import type { Tracks } from '../analysis/tracks.ts';
import type { WhatIfRuns } from '../analysis/whatif/what-if-runs.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import type { Chat } from '../chat/chat.ts';
import type { Clock, Ids, RepeatingTimers } from '../clock/clock.ts';
import type { CaseCommands } from '../command/case-commands.ts';
import type { CaseStreams } from '../command/case-streams.ts';
import type { TakeRateToken } from '../concurrency/rate-limit.ts';
import type { DataRequestCommands } from '../erasing/data-requests.ts';
import type { EventReader, EventStore } from '../eventstore/port.ts';
import type { Cookies } from '../http/cookies.ts';
import type { Proxies } from '../http/proxies.ts';
import type { Dictionaries } from '../i18n/dictionaries.ts';
import type { Log } from '../logging/log.ts';
import type { SecurityLog } from '../logging/security-log.ts';
import type { Mail } from '../mail/port.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Accounts } from '../people/accounts.ts';
import type { ConfirmationCodes } from '../people/codes.ts';
import type { ContactCodes } from '../people/contact-codes.ts';
import type { FactorCommands } from '../people/factor-commands.ts';
import type { SecondFactorHold } from '../people/factor-hold.ts';
import type { Invitations } from '../people/invitations.ts';
import type { KnownDevices } from '../people/known-devices.ts';
import type { NotebookKeyGate } from '../people/notebook-key-gate.ts';
import type { NotebookKeys } from '../people/notebook-keys.ts';
import type { Organisations } from '../people/organisations.ts';
import type { OwnAccountCommands } from '../people/own-account.ts';
import type { Passkeys } from '../people/passkeys.ts';
import type { PasswordResets } from '../people/password-resets.ts';
import type { PeopleDirectory } from '../people/people-directory.ts';
import type { RegistrationCommands } from '../people/registration.ts';
import type { SecondFactors } from '../people/second-factors.ts';
import type { SecondStep } from '../people/second-step.ts';
import type { Sessions } from '../people/sessions.ts';
import type { SignInFailures } from '../people/sign-in-failures.ts';
import type { SingleUseLinks } from '../people/single-use-links.ts';
import type { ClientSecrets } from '../singleSignOn/client-secrets.ts';
import type { Providers } from '../singleSignOn/providers.ts';
import type { SingleSignOnAdministration } from '../singleSignOn/settings.ts';
import type { DemoMessages } from '../sms/demo.ts';
import type { LimitedSms } from '../sms/hourly-limit.ts';
import type { Tracer } from '../trace/tracer.ts';
import type { Translator } from '../translate/port.ts';
import type { Vault } from '../vault/port.ts';
import type { Signing } from '../vault/signing.ts';

export type ApiDeps = {
  /** Absolute path of the data folder. */
  dataDir: string;
  /** Trusted proxies in front of this server. Default: none. */
  proxies?: Proxies;
  clock: Clock;
  ids: Ids;
  timers: RepeatingTimers;
  mail: Mail;
  /** Undefined: no text messages are sent. */
  sms: LimitedSms | undefined;
  /** The demo's outgoing messages, if they are shown. */
  demoMessages: DemoMessages | undefined;
  /** Codes that confirm the address of mail notifications. */
  mailCodes: ConfirmationCodes;
  contactCodes: ContactCodes;
  links: SingleUseLinks;
  registration: RegistrationCommands;
  passwordResets: PasswordResets;
  invitations: Invitations;
  organisations: Organisations;
  singleSignOnAdministration: SingleSignOnAdministration;
  providers: Providers;
  clientSecrets: ClientSecrets;
  /** Prefix of links in mails, without a trailing slash. */
  publicUrl: string;
  cookies: Cookies;
  /** Translates a message into the reader's language. */
  translate: Translator;
  log: Log;
  /** The security log. */
  audit: SecurityLog;
  auditTrail: AuditTrail;
  /** Days for which the audit shows entries. */
  auditDays: number;
  failures: SignInFailures;
  measures: Metrics;
  tracer: Tracer;
  /** Folder of backups, if known. */
  backupDir: string | undefined;
  /** The log behind encryption: personal parts are readable. */
  store: EventStore;
  /** Names of people for analysts. */
  pseudonyms: Pseudonyms;
  /** What the replay shows: all moves of cases between statuses. */
  tracks: Tracks;
  /** The tables that analysts question. */
  analysisTables: AnalysisTables;
  /** Files of these tables, for notebooks. */
  tableDownloads: TableDownloads;
  /** Answers questions in SQL over these tables. */
  ask: AskForTable;
  askFile: AskForFile;
  /** Smallest count that reports show in cells that are split by sealed facts. */
  smallestCell: number;
  /** Comparisons with other versions of the program. */
  whatIfRuns: WhatIfRuns;
  /** Versions of the program that can be chosen for a comparison. */
  whatIfVersions: readonly { name: string }[];
  /** The log without decryption, for readers that need no personal part. */
  sealedLog: Pick<EventReader, 'read' | 'readAll' | 'readBatches' | 'head' | 'lastUpTo'>;
  vault: Vault;
  models: ReadModels;
  people: PeopleDirectory;
  accounts: Accounts;
  ownAccount: OwnAccountCommands;
  sessions: Sessions;
  /** Keys for notebooks, and the check of requests that have one. */
  keys: NotebookKeys;
  notebookKeys: NotebookKeyGate;
  devices: KnownDevices;
  factors: SecondFactors;
  hold: SecondFactorHold;
  factorCommands: FactorCommands;
  passkeys: Passkeys;
  secondStep: SecondStep;
  /** Rate limit of each account's changes. */
  acts: TakeRateToken;
  streams: CaseStreams;
  perform: CaseCommands;
  chat: Chat;
  dataRequests: DataRequestCommands;
  words: Dictionaries;
  /** Keys of the rotating purposes. */
  signing: Signing;
  /** Derives a 32-byte key for one purpose from the installation's secret. */
  keyFor: (purpose: string) => Buffer;
};
