/**
 * Keys for notebooks: read-only, for one person's analysis. The person's stream lists the keys, and the vault has a
 * keyed hash of each. Deleting a key's record ends the key at once, on every node.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  endAllKeys,
  makeKey,
  type NewNotebookKeyInput,
  type NotebookKey,
  type NotebookKeys as NotebookKeysState,
  notebookKeyFold,
  revokeKey,
  validKeys,
} from '#events/notebookKey/notebook-keys.ts';
import type { Position, Viewer } from '#events/person/position.ts';
import type { Clock } from '../clock/clock.ts';
import { effectIdOf } from '../command/command-ids.ts';
import { type CommandKey, type CommandResult, createCommandHandler } from '../command/handler.ts';
import type { EventStore } from '../eventstore/port.ts';
import { type Vault, type VaultRecord, VersionMismatchError } from '../vault/port.ts';

/** Begins the text of a key, so that people and programs recognise one. */
const KEY_PREFIX = 'alk_';
const keyForm = /^alk_([\da-f]{32})_([\w-]{43})$/;
/** Minimum time between two writes of a key's last use, in ms. */
const USE_WRITE_MS = 60_000;
const DAY_MS = 86_400_000;
const PREFIX = 'notebookKey/';

/** True for a text in the form of a key, valid or not. */
export const isNotebookKey = (text: string | undefined): text is string =>
  text?.startsWith(KEY_PREFIX) ?? false;

/** Owner of a genuine key, and what the key opens. */
export type GenuineNotebookKey = {
  id: string;
  personId: string;
  /** The person's organisation and position when the key was made. */
  orgId: string;
  position: Position;
  tables: readonly string[];
};

type StoredKey = Omit<GenuineNotebookKey, 'id'> & {
  hash: string;
  /** Time at which the key expires, ms. */
  until: number;
  /** Last use, ms; written at most once a minute. */
  usedAt: number | null;
};

/** `usedAt`: ISO time; null for a key that was never used. */
export type ListedNotebookKey = NotebookKey & { usedAt: string | null };

type KeyChange = CommandResult<NotebookKeysState>;

export type NotebookKeys = {
  /** The person's valid keys, the newest first. */
  list(personId: string): Promise<ListedNotebookKey[]>;
  /**
   * Makes a key.
   * @returns the key's text, which is stored nowhere; a repeated command gets the same text
   * @throws Refusal badInput
   */
  make(
    viewer: Viewer,
    command: CommandKey,
    asked: NewNotebookKeyInput,
  ): Promise<KeyChange & { text: string }>;
  /** @throws Refusal notFound */
  revoke(viewer: Viewer, command: CommandKey, keyId: string): Promise<KeyChange>;
  /**
   * Ends all of a person's keys at once. Call it when the person's account or position ends. Idempotent per command.
   */
  endAll(personId: string, command: CommandKey & { by: string }): Promise<void>;
  /** Returns the key of a text; undefined if it is wrong, revoked or expired. Records the use. */
  find(text: string): Promise<GenuineNotebookKey | undefined>;
  /** Deletes the records of expired keys. */
  sweep(): Promise<void>;
};

type KeysDeps = { store: EventStore; vault: Vault; clock: Clock; key: Buffer };

/** Cast: only this file writes these records. */
const storedIn = (record: VaultRecord | undefined) => record?.value as StoredKey | undefined;

const same = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Ids of commands are UUIDs, with or without their hyphens. */
const compact = (id: string) => id.replaceAll('-', '');
const ifChanged = (error: unknown) => {
  if (!(error instanceof VersionMismatchError)) throw error;
};

/** The records of the vault. */
function createKeyRecords({ vault, clock, key }: KeysDeps) {
  const hashOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const nameOf = (keyId: string) => PREFIX + compact(keyId);
  /** Records the use. If the write fails, the list shows an older time. */
  const noteUse = (record: VaultRecord, stored: StoredKey) => {
    const now = clock.now();
    if (stored.usedAt !== null && Math.abs(now - stored.usedAt) < USE_WRITE_MS) return;
    vault
      .put(record.key, { ...stored, tables: [...stored.tables], usedAt: now }, record.version)
      .catch(() => undefined);
  };
  return {
    /** Returns the text of a key. It derives from the command, so that a repeated command gets its first answer. */
    textOf: (keyId: string) => `${KEY_PREFIX}${compact(keyId)}_${hashOf(`secret of ${keyId}`)}`,
    keep: (keyId: string, text: string, facts: Omit<StoredKey, 'hash' | 'usedAt'>) =>
      vault.put(nameOf(keyId), { ...facts, tables: [...facts.tables], hash: hashOf(text), usedAt: null }),
    drop: (keyId: string) => vault.delete(nameOf(keyId)),
    usedAt: async (keyId: string) => storedIn(await vault.get(nameOf(keyId)))?.usedAt ?? null,
    find: async (text: string): Promise<GenuineNotebookKey | undefined> => {
      const [, id] = keyForm.exec(text) ?? [];
      const record = id === undefined ? undefined : await vault.get(PREFIX + id);
      const stored = storedIn(record);
      if (!record || !stored || clock.now() >= stored.until || !same(stored.hash, hashOf(text)))
        return undefined;
      noteUse(record, stored);
      const { personId, orgId, position, tables } = stored;
      return { id: record.key.slice(PREFIX.length), personId, orgId, position, tables };
    },
    sweep: async () => {
      for await (const record of vault.list(PREFIX))
        if (clock.now() >= (storedIn(record)?.until ?? 0))
          await vault.delete(record.key, record.version).catch(ifChanged);
    },
  };
}

export function createNotebookKeys(deps: KeysDeps): NotebookKeys {
  const { clock } = deps;
  const records = createKeyRecords(deps);
  const stream = createCommandHandler(deps, notebookKeyFold);
  return {
    list: async personId => {
      const keys = validKeys(await stream.load(personId), clock.now()).toReversed();
      const uses = await Promise.all(keys.map(({ id }) => records.usedAt(id)));
      return keys.map((one, i) => {
        const used = uses[i];
        return { ...one, usedAt: typeof used === 'number' ? new Date(used).toISOString() : null };
      });
    },
    make: async ({ id: personId, orgId, position }, command, asked) => {
      const keyId = command.commandId;
      const text = records.textOf(keyId);
      const done = await stream.handle(personId, { ...command, by: personId }, async state => {
        const events = makeKey(state, asked, { personId, orgId, keyId, now: clock.now() });
        const until = clock.now() + asked.days * DAY_MS;
        // Stores the record before the event. A crash in between leaves a record whose key nobody has.
        await records.keep(keyId, text, { personId, orgId, position, tables: asked.tables, until });
        return events;
      });
      return { ...done, text };
    },
    revoke: ({ id: personId }, command, keyId) =>
      stream.handle(personId, { ...command, by: personId }, async state => {
        const events = revokeKey(state, { personId, keyId });
        await records.drop(keyId);
        return events;
      }),
    endAll: async (personId, { commandId, by }) => {
      const command = { commandId: effectIdOf(commandId, 'notebook keys end'), by };
      await stream.handle(personId, command, async state => {
        const events = endAllKeys(state, personId, clock.now());
        for (const { data } of events) await records.drop(data.keyId);
        return events;
      });
    },
    find: records.find,
    sweep: records.sweep,
  };
}
