/**
 * Letters that are due, and what became of those that were: records in the vault, ids only. A letter is marked before it
 * is sent: one whose sending nobody saw end does not go twice.
 */
import type { Json } from '#events/envelope.ts';
import type { MailTopic } from '#events/mail/topics.ts';
import type { Clock } from '../clock/clock.ts';
import { type Kept, type Vault, VersionMismatch } from '../vault/port.ts';

/** The message that a letter tells of. */
export type Due = {
  personId: string;
  stream: string;
  revision: number;
  topic: MailTopic;
  caseId: string | null;
  /** Where it was said, of a talk's message. */
  said?: { conversation: string; seq: number } | null;
  /** Milliseconds since 1970: not before. */
  next: number;
  tries: number;
  /** Since when it is being sent; null while it waits. */
  sending: number | null;
};

/** `lost`: the process ended while it was being sent. */
export type Fate = 'sent' | 'not wanted' | 'given up' | 'lost';

export type DueLetter = { id: string; due: Due; version: string };

export type Outbox = {
  /** Puts a letter in, unless it was ever in. */
  put(id: string, due: Due): Promise<void>;
  /** Those whose time has come, in no order. */
  ready(): Promise<DueLetter[]>;
  /** Changes a letter that is as it was read; undefined where another node was faster. */
  change(letter: DueLetter, due: Due): Promise<DueLetter | undefined>;
  /** Takes a letter out; what became of it is remembered for longer than it could come again. */
  end(letter: DueLetter, fate: Fate): Promise<void>;
  /** What became of a letter. */
  fate(id: string): Promise<Fate | undefined>;
  /** Forgets what became of letters long ago. */
  sweep(): Promise<void>;
};

const DUE = 'mail/due/';
const DONE = 'mail/done/';
/** Events of older days are never put in (effects/mail.ts): this is longer. */
const REMEMBERED_MS = 7 * 86_400_000;

/** The boundary: only this file writes these records. */
const dueOf = (kept: Kept) => kept.value as Due;
const doneOf = (kept: Kept | undefined) => kept?.value as { fate: Fate; at: number } | undefined;

async function unlessChanged<T>(done: Promise<T>): Promise<T | undefined> {
  try {
    return await done;
  } catch (error) {
    if (error instanceof VersionMismatch) return undefined;
    throw error;
  }
}

export function createOutbox({ vault, clock }: { vault: Vault; clock: Clock }): Outbox {
  const put = (id: string, due: Due, version: string) =>
    unlessChanged(vault.put(DUE + id, { ...due } satisfies Json, version));
  return {
    put: async (id, due) => {
      if (await vault.get(DONE + id)) return;
      await put(id, due, 'absent');
    },
    ready: async () => {
      const found: DueLetter[] = [];
      for await (const kept of vault.list(DUE))
        if (dueOf(kept).next <= clock.now())
          found.push({ id: kept.key.slice(DUE.length), due: dueOf(kept), version: kept.version });
      return found;
    },
    change: async ({ id, version }, due) => {
      const changed = await put(id, due, version);
      return changed === undefined ? undefined : { id, due, version: changed };
    },
    end: async ({ id }, fate) => {
      await vault.put(DONE + id, { fate, at: clock.now() });
      await vault.delete(DUE + id);
    },
    fate: async id => doneOf(await vault.get(DONE + id))?.fate,
    sweep: async () => {
      for await (const kept of vault.list(DONE))
        if (clock.now() - (doneOf(kept)?.at ?? 0) >= REMEMBERED_MS)
          await unlessChanged(vault.delete(kept.key, kept.version));
    },
  };
}
