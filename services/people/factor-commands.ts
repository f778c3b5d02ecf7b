/**
 * Changes of one's own second factors. Secrets are in the vault. An event records each change, so that a repeated
 * command is recognised. An app's secret and recovery codes derive from the command's id, so a repeated command
 * returns the same ones.
 */
import { createHmac } from 'node:crypto';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { badField } from '#events/errors.ts';
import { type SessionEvent, sessionStreamOf } from '#events/person/events.ts';
import { type Clock, isoNow } from '../clock/clock.ts';
import { eventIdOf } from '../command/command-ids.ts';
import type { CommandKey, CommandResult } from '../command/handler.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { SecurityLog } from '../logging/security-log.ts';
import type { SecondFactorHold } from './factor-hold.ts';
import type { OwnAccountActor, OwnAccountCommands } from './own-account.ts';
import type { Passkeys } from './passkeys.ts';
import type { Passwords } from './passwords.ts';
import type { PeopleDirectory } from './people-directory.ts';
import type { SecondFactors } from './second-factors.ts';
import type { Sessions } from './sessions.ts';
import { TOTP_SECRET_BYTES, totpSecretOf } from './totp.ts';

/** The acting person, who changes their own factors, and the command's key. */
type Order = CommandKey & { self: OwnAccountActor };
type Done<S> = Promise<CommandResult<S>>;

/**
 * Methods with the parameter `password` ask for the current password.
 * @throws Refusal badInput at `oldPassword`, userFrozen
 */
export type FactorCommands = {
  /**
   * False for a held session of a person without a password who has just signed in at an identity provider. Such a
   * person may set up a first factor without a password.
   */
  asksPassword(self: Pick<OwnAccountActor, 'person' | 'held'>): Promise<boolean>;
  /** Checks the current password, if it must be asked for. @throws Refusal badInput at `oldPassword`, userFrozen */
  confirm(self: OwnAccountActor, password: string | undefined): Promise<void>;
  /** Starts an authenticator app. Returns its secret in base32. */
  startTotp(order: Order, password: string | undefined): Done<string>;
  /** Confirms the app by its first code. Returns the recovery codes. @throws Refusal wrongCode */
  confirmTotp(order: Order, code: string): Done<readonly string[]>;
  /** @throws Refusal badInput if it is the last factor and the person must have one */
  removeTotp(order: Order, password: string): Done<null>;
  /** Replaces the recovery codes and returns them. @throws Refusal notFound without a second factor */
  renewRecovery(order: Order, password: string): Done<readonly string[]>;
  /** @throws Refusal badInput at `response` for an answer that is not genuine or too late, or a known passkey */
  addPasskey(order: Order, passkey: { name: string; response: RegistrationResponseJSON }): Done<null>;
  /** @throws Refusal notFound */
  renamePasskey(order: Order, id: string, name: string): Done<null>;
  /** Confirms passkeys that a reset of the password paused. @throws Refusal notFound if none is paused */
  keepPasskeys(order: Order, password: string): Done<null>;
  /** @throws Refusal notFound; badInput as `removeTotp` */
  removePasskey(order: Order, id: string, password: string): Done<null>;
  /** Removes all factors, for somebody who lost them. @param order by an Admin, who needs no password */
  removeAll(order: CommandKey & { by: string }, personId: string): Promise<void>;
};

type FactorCommandDeps = {
  factors: SecondFactors;
  passkeys: Passkeys;
  /** Asks for the current password. */
  confirm: OwnAccountCommands['confirm'];
  passwords: Pick<Passwords, 'versionOf'>;
  people: Pick<PeopleDirectory, 'current'>;
  hold: Pick<SecondFactorHold, 'demands'>;
  sessions: Pick<Sessions, 'prove'>;
  store: Pick<EventStore, 'find' | 'append'>;
  clock: Clock;
  audit: SecurityLog;
  key: Buffer;
};

const RECOVERY_CODES = 10;
/**
 * Letters and digits without 0, 1, I and O. These are 32 characters, so the remainder of a byte is uniform. A code has
 * 50 bits.
 */
const recoveryLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const HALF = 5;

/** Bytes that only this command can derive. */
const derive = (key: Buffer, { self, commandId }: Order, name: string) =>
  createHmac('sha256', key).update(`${self.person.id}\n${commandId}\n${name}`).digest();

const totpSecretFor = (key: Buffer, order: Order) =>
  totpSecretOf(Uint8Array.from(derive(key, order, 'totp').subarray(0, TOTP_SECRET_BYTES)));

function recoveryCodesFor(key: Buffer, order: Order): string[] {
  return Array.from({ length: RECOVERY_CODES }, (_, i) => {
    const bytes = derive(key, order, `recovery ${i}`).subarray(0, 2 * HALF);
    const letters = [...bytes].map(byte => recoveryLetters[byte % recoveryLetters.length]);
    return `${letters.slice(0, HALF).join('')}-${letters.slice(HALF).join('')}`;
  });
}

type Change = Omit<Extract<SessionEvent, { type: 'SecondFactorChanged' }>['data'], 'personId'>;

/** Runs a change once per command and records it. */
async function run(
  { store, clock, audit }: FactorCommandDeps,
  { self, commandId }: Order,
  data: Change,
  change: () => Promise<void>,
): Promise<Omit<CommandResult<null>, 'state'>> {
  const personId = self.person.id;
  const [stream, id] = [sessionStreamOf(personId), eventIdOf(commandId, 0)];
  const found = await store.find(stream, id);
  if (found) return { position: found.position, revision: found.revision, appended: true, repeated: true };
  await change();
  const event = { type: 'SecondFactorChanged', data: { personId, ...data } } satisfies SessionEvent;
  const { position, revision } = await store.append(stream, 'any', [
    { ...event, id, at: isoNow(clock), by: personId },
  ]);
  audit.note('secondFactorChanged', { person: personId, why: `${data.kind} ${data.change}` });
  return { position, revision: Number(revision), appended: true, repeated: false };
}

/** Checks before a change. */
type Checks = Pick<FactorCommands, 'asksPassword' | 'confirm'> & {
  /** Runs a change after checking the current password. */
  confirmed(
    order: Order,
    password: string | undefined,
    data: Change,
    change: () => Promise<void>,
  ): ReturnType<typeof run>;
  removalBy(order: Order): Promise<{ demanded: boolean }>;
};

function createChecks(deps: FactorCommandDeps): Checks {
  const asksPassword: FactorCommands['asksPassword'] = async ({ person, held }) =>
    !held || (await deps.passwords.versionOf(person.id)) !== undefined;
  const confirm: FactorCommands['confirm'] = async (self, password) => {
    if (await asksPassword(self)) await deps.confirm(self, password);
  };
  return {
    asksPassword,
    confirm,
    confirmed: (order, password, data, change) =>
      run(deps, order, data, async () => {
        await confirm(order.self, password);
        await change();
      }),
    removalBy: async ({ self }) => ({
      demanded: deps.hold.demands(await deps.people.current(), self.person),
    }),
  };
}

type PasskeyCommands = Pick<
  FactorCommands,
  'addPasskey' | 'renamePasskey' | 'keepPasskeys' | 'removePasskey'
>;

function createPasskeyCommands(deps: FactorCommandDeps, { confirmed, removalBy }: Checks): PasskeyCommands {
  const { factors, passkeys } = deps;
  return {
    addPasskey: async (order, { name, response }) => {
      const done = await run(deps, order, { kind: 'passkey', change: 'added' }, async () => {
        const passkey = await passkeys.added(order.self.person.id, name, response);
        if (!passkey) throw badField('response', 'passkey-invalid');
        await factors.addPasskey(order.self.person.id, passkey);
        await deps.sessions.prove(order.self);
      });
      return { ...done, state: null };
    },
    renamePasskey: async (order, id, name) => {
      const rename = () => factors.changePasskey(order.self.person.id, id, { name });
      return { ...(await run(deps, order, { kind: 'passkey', change: 'renamed' }, rename)), state: null };
    },
    keepPasskeys: async (order, password) => {
      const change = { kind: 'passkey', change: 'kept' } as const;
      const keep = () => factors.keepPasskeys(order.self.person.id);
      return { ...(await confirmed(order, password, change, keep)), state: null };
    },
    removePasskey: async (order, id, password) => {
      const change = { kind: 'passkey', change: 'removed' } as const;
      const remove = async () => factors.removePasskey(order.self.person.id, id, await removalBy(order));
      return { ...(await confirmed(order, password, change, remove)), state: null };
    },
  };
}

export function createFactorCommands(deps: FactorCommandDeps): FactorCommands {
  const { factors, key } = deps;
  const checks = createChecks(deps);
  const { asksPassword, confirm, confirmed, removalBy } = checks;
  return {
    asksPassword,
    confirm,
    startTotp: async (order, password) => {
      const state = totpSecretFor(key, order);
      const change = { kind: 'totp', change: 'started' } as const;
      return {
        ...(await confirmed(order, password, change, () => factors.startTotp(order.self.person.id, state))),
        state,
      };
    },
    confirmTotp: async (order, code) => {
      const state = recoveryCodesFor(key, order);
      const change = { kind: 'totp', change: 'added' } as const;
      const done = await run(deps, order, change, async () => {
        await factors.confirmTotp(order.self.person.id, code, state);
        await deps.sessions.prove(order.self);
      });
      return { ...done, state };
    },
    removeTotp: async (order, password) => {
      const change = { kind: 'totp', change: 'removed' } as const;
      return {
        ...(await confirmed(order, password, change, async () =>
          factors.removeTotp(order.self.person.id, await removalBy(order)),
        )),
        state: null,
      };
    },
    renewRecovery: async (order, password) => {
      const state = recoveryCodesFor(key, order);
      const change = { kind: 'recovery', change: 'added' } as const;
      return {
        ...(await confirmed(order, password, change, () => factors.setRecovery(order.self.person.id, state))),
        state,
      };
    },
    ...createPasskeyCommands(deps, checks),
    removeAll: async ({ by, commandId }, personId) => {
      await factors.removeAll(personId);
      const data = { personId, kind: 'all', change: 'removed' } as const;
      const event = { type: 'SecondFactorChanged', data } satisfies SessionEvent;
      const stamp = { id: eventIdOf(commandId, 0), at: isoNow(deps.clock), by };
      await deps.store.append(sessionStreamOf(personId), 'any', [{ ...event, ...stamp }]);
      deps.audit.note('secondFactorChanged', { by, person: personId, why: 'all removed' });
    },
  };
}
