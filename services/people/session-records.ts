/**
 * The facts of each session that a person's list shows: browser, network, start and last use. They are personal data,
 * so they are only in the vault, and are deleted when the session can no longer be used.
 */
import { limits } from '#events/case/limits.ts';
import type { Clock } from '../clock/clock.ts';
import { type Vault, type VaultRecord, VersionMismatchError } from '../vault/port.ts';
import { type ClientDescription, describeClient, type RequestingClient } from './client-description.ts';
import type { RememberMe, SessionProof } from './remember-me.ts';
import { sessionStartTime } from './session-endings.ts';

type SessionKey = { personId: string; sessionId: string };

export type SessionRecord = SessionKey & {
  client: ClientDescription;
  /** Time of the sign-in, ms. A remembered browser's later sessions keep it. */
  startedAt: number;
  /** Last use, ms; written only every few minutes. */
  usedAt: number;
  /** Remember-me family of the browser, if any. */
  family: string | null;
  /** Absent in older records. */
  proof?: SessionProof | null;
};

export type SessionRecords = {
  /** Records a session that has just begun. */
  begin(
    session: SessionKey & { family?: string; proof?: SessionProof | undefined },
    client: RequestingClient,
  ): Promise<void>;
  proofOf(session: SessionKey): Promise<SessionProof | null>;
  /** Notes that the person set up a second factor in this session, also for its remembered browser. */
  prove(session: SessionKey): Promise<void>;
  /** Notes a use. Writes at most every few minutes, and never delays or fails the request. */
  used(session: SessionKey): void;
  /** A person's sessions that can still be used: live sessions, and sessions of remembered browsers. */
  usable(personId: string): Promise<SessionRecord[]>;
  forget(session: SessionKey): Promise<void>;
  /** Forgets a person's sessions, except one. */
  forgetAll(personId: string, except?: string): Promise<void>;
  /** Forgets sessions that can no longer be used. */
  sweep(): Promise<void>;
};

type RecordsDeps = { vault: Vault; clock: Clock; remember: Pick<RememberMe, 'isKept' | 'prove'> };

const PREFIX = 'session/';
/** Minimum time between two writes of one session's last use, in ms. */
const useWriteMs = 3 * 60_000;

const prefixOf = (personId: string) => `${PREFIX}${personId}/`;
const keyOf = ({ personId, sessionId }: SessionKey) => prefixOf(personId) + sessionId;
/** Cast: only this file writes these records. */
const recordIn = ({ value }: VaultRecord) => value as SessionRecord;

const ifChanged = (error: unknown) => {
  if (!(error instanceof VersionMismatchError)) throw error;
};

const isLater = (a: SessionKey, b: SessionKey) =>
  sessionStartTime(a.sessionId) > sessionStartTime(b.sessionId);

/** Writes the last use, unless the session has been forgotten meanwhile. */
async function write(vault: Vault, session: SessionKey, usedAt: number): Promise<void> {
  const kept = await vault.get(keyOf(session));
  if (kept) await vault.put(kept.key, { ...recordIn(kept), usedAt }, kept.version).catch(ifChanged);
}

/** Writes the proof, and returns the record; undefined for a session that has been forgotten. */
async function writeProof(vault: Vault, session: SessionKey): Promise<SessionRecord | undefined> {
  for (;;) {
    const kept = await vault.get(keyOf(session));
    if (!kept) return undefined;
    try {
      await vault.put(kept.key, { ...recordIn(kept), proof: 'factor' }, kept.version);
      return recordIn(kept);
    } catch (error) {
      ifChanged(error);
    }
  }
}

export function createSessionRecords({ vault, clock, remember }: RecordsDeps): SessionRecords {
  /** Time of each session's last write by this node, oldest first. */
  const written = new Map<string, number>();
  /** Allows for the time between two writes, because the stored last use may be late by it. */
  const isLive = ({ usedAt }: SessionRecord) => clock.now() - usedAt < limits.idleMs + useWriteMs;
  const isUsable = async (record: SessionRecord, own: readonly SessionRecord[]) => {
    if (isLive(record)) return true;
    const { family } = record;
    // A remembered browser whose session was idle for too long is represented by its newest session.
    const isNewest = !own.some(other => other.family === family && isLater(other, record));
    return family !== null && isNewest && (await remember.isKept(family));
  };
  const note = (sessionId: string, now: number) => {
    written.delete(sessionId);
    written.set(sessionId, now);
    for (const [id, at] of written) {
      if (now - at < limits.idleMs) return;
      written.delete(id);
    }
  };
  const kept = async (prefix: string) => (await Array.fromAsync(vault.list(prefix))).map(recordIn);

  return {
    begin: async ({ family = null, proof = null, ...session }, client) => {
      const now = clock.now();
      const before = family === null ? [] : await kept(prefixOf(session.personId));
      const starts = before.filter(other => other.family === family).map(({ startedAt }) => startedAt);
      const facts = { client: describeClient(client), startedAt: Math.min(now, ...starts), usedAt: now };
      await vault.put(keyOf(session), { ...session, ...facts, family, proof });
      note(session.sessionId, now);
    },
    proofOf: async session => {
      const kept = await vault.get(keyOf(session));
      return (kept && recordIn(kept).proof) ?? null;
    },
    prove: async session => {
      const record = await writeProof(vault, session);
      if (record?.family) await remember.prove(record.family);
    },
    used: session => {
      const now = clock.now();
      if (now - (written.get(session.sessionId) ?? Number.NEGATIVE_INFINITY) < useWriteMs) return;
      note(session.sessionId, now);
      // If the write fails, the list shows an older time.
      write(vault, session, now).catch(() => undefined);
    },
    usable: async personId => {
      const all = await kept(prefixOf(personId));
      const usable = await Promise.all(all.map(record => isUsable(record, all)));
      return all.filter((_, i) => usable[i]);
    },
    forget: async session => {
      await vault.delete(keyOf(session));
    },
    forgetAll: async (personId, except) => {
      for await (const { key } of vault.list(prefixOf(personId)))
        if (except === undefined || key !== keyOf({ personId, sessionId: except })) await vault.delete(key);
    },
    sweep: async () => {
      const all = await Array.fromAsync(vault.list(PREFIX));
      const byPerson = Map.groupBy(all.map(recordIn), ({ personId }) => personId);
      for (const record of all) {
        const own = recordIn(record);
        if (!(await isUsable(own, byPerson.get(own.personId) ?? [])))
          await vault.delete(record.key, record.version).catch(ifChanged);
      }
    },
  };
}
