/**
 * The security log: one line for each attack on an account and for each change of an account, limited in rate. A line
 * contains ids and keyed hashes. The hashes group lines of one account or address without revealing it.
 */
import { createHmac } from 'node:crypto';
import type { Refusal } from '#events/errors.ts';
import type { Clock } from '../clock/clock.ts';
import type { Log, LogFacts } from './log.ts';

export const securityLogMessages = {
  wrongPassword: 'a password is wrong',
  accountLocked: 'too many wrong passwords lock an account for a while',
  lockedOut: 'a sign-in to a locked or frozen account is refused',
  forgedToken: 'a token was not issued by this installation',
  notPermitted: 'a request exceeds the rights of the person',
  tooMany: 'a rate limit refuses a request',
  accountCreated: 'an account is created',
  accountChanged: 'an account is changed',
  passwordSet: 'another person sets the password of an account',
  passwordChanged: 'a person changes the own password',
  accountFrozen: 'an account is frozen',
  accountUnfrozen: 'an account is unfrozen',
  secondFactorChanged: 'a person changes a second factor',
  wrongFactor: 'a second factor is wrong',
  wrongKey: 'a key for notebooks is wrong or over',
  notebookKeysChanged: 'a person makes or revokes a key for notebooks',
  accountRemoved: 'an account is removed',
  accountPermanent: 'a trial account is made permanent',
  passwordReset: 'a code or a link sets a new password',
  accountInvited: 'somebody is invited to an account',
  invitationWithdrawn: 'an invitation is withdrawn',
  accountMoved: 'an account gets another position or organisation',
  sessionsEnded: 'an Admin ends the sessions of an account',
  organisationAdded: 'an organisation is added',
  organisationChanged: 'an organisation is changed',
  rightSwitched: 'a right is taken from a position or given back',
  singleSignOnChanged: 'the single sign-on of an organisation is changed',
  singleSignOnRefused: "a sign-in by an organisation's provider is refused",
  providerSignOut: "an organisation's provider ends the sessions of an account",
  identityLinked: 'an account is linked to an identity of a provider',
} as const;

export type SecurityEvent = keyof typeof securityLogMessages;

/** Changes of accounts are rare, and none may be dropped, so their lines are not limited. */
const unbounded: ReadonlySet<SecurityEvent> = new Set([
  ...(['accountCreated', 'accountChanged', 'passwordSet', 'passwordChanged'] as const),
  ...(['accountFrozen', 'accountUnfrozen', 'accountRemoved', 'secondFactorChanged'] as const),
  ...(['accountPermanent', 'passwordReset'] as const),
  ...(['accountInvited', 'invitationWithdrawn', 'accountMoved', 'sessionsEnded'] as const),
  ...(['organisationAdded', 'organisationChanged', 'rightSwitched'] as const),
  ...(['singleSignOnChanged', 'identityLinked', 'providerSignOut', 'notebookKeysChanged'] as const),
]);

/** Maximum number of lines of one kind in a window. Further lines are only counted. */
export const maxLogLinesPerWindow = 30;
export const securityLogWindowMs = 60_000;

/** `account`: as typed; `from`: an address. Both are hashed before they are written. */
type AuditFacts = Pick<LogFacts, 'requestId' | 'route' | 'method' | 'by' | 'person' | 'why'> & {
  account?: string;
  from?: string;
};

export type SecurityLog = {
  note(event: SecurityEvent, facts: AuditFacts): void;
  /** Logs a refusal that concerns security. Ignores all others. */
  refused(refusal: Refusal, facts: AuditFacts): void;
  /** Logs the number of dropped lines, for windows that are over. */
  flush(): void;
};

const ofRefusal: Partial<Record<Refusal['refusal'], SecurityEvent>> = {
  notPermitted: 'notPermitted',
  permissionError: 'notPermitted',
  tooMany: 'tooMany',
};

/**
 * Returns the event of a refusal, if any. `tokens.read` sets the failed signature check as the cause; a token that
 * merely expired has no cause.
 */
const eventOf = (refusal: Refusal): SecurityEvent | undefined =>
  refusal.refusal === 'loginExpired' && refusal.cause !== undefined
    ? 'forgedToken'
    : ofRefusal[refusal.refusal];

type Window = { since: number; lines: number; left: number };

export function createSecurityLog({
  log,
  clock,
  key,
}: {
  log: Pick<Log, 'info'>;
  clock: Clock;
  key: Buffer;
}): SecurityLog {
  const windows = new Map<SecurityEvent, Window>();
  const hash = (text: string | undefined) =>
    text === undefined
      ? undefined
      : createHmac('sha256', key).update(text.toLowerCase()).digest('hex').slice(0, 12);

  const close = (event: SecurityEvent, { left }: Window) => {
    windows.delete(event);
    if (left > 0) log.info({ audit: event, count: left }, 'security log lines omitted');
  };
  const isOver = ({ since }: Window) => Math.abs(clock.now() - since) >= securityLogWindowMs;
  const mayWrite = (event: SecurityEvent): boolean => {
    if (unbounded.has(event)) return true;
    const open = windows.get(event);
    if (open && isOver(open)) close(event, open);
    const window = windows.get(event) ?? { since: clock.now(), lines: 0, left: 0 };
    windows.set(event, window);
    if (window.lines >= maxLogLinesPerWindow) {
      window.left += 1;
      return false;
    }
    window.lines += 1;
    return true;
  };
  const note: SecurityLog['note'] = (event, { account, from, ...facts }) => {
    if (!mayWrite(event)) return;
    log.info(
      { audit: event, ...facts, account: hash(account), from: hash(from) },
      securityLogMessages[event],
    );
  };
  return {
    note,
    refused: (refusal, facts) => {
      const event = eventOf(refusal);
      if (event) note(event, facts);
    },
    flush: () => {
      for (const [event, window] of windows) if (isOver(window)) close(event, window);
    },
  };
}
