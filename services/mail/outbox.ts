/**
 * Outbox of due mails, and results of earlier mails, as vault records with ids only. A mail is marked before it is
 * sent, so that a mail with an unknown result is not sent twice.
 */
import type { Json } from '#events/envelope.ts';
import type { MailTopic } from '#events/mail/topics.ts';
import type { Clock } from '../clock/clock.ts';
import { type Vault, type VaultRecord, VersionMismatchError } from '../vault/port.ts';

/** The message that a mail announces. */
export type DueMail = {
  personId: string;
  stream: string;
  revision: number;
  topic: MailTopic;
  caseId: string | null;
  /** Conversation and number of the chat message, if the mail announces one. */
  said?: { conversation: string; seq: number } | null;
  /** Earliest time of the mail's next try, milliseconds since 1970. */
  next: number;
  tries: number;
  /** Time when the sending started. Null while the mail waits. */
  sending: number | null;
};

/** Final result of a mail. `lost`: the process ended while sending. */
type Fate = 'sent' | 'not wanted' | 'given up' | 'lost';

export type OutboxMail = { id: string; due: DueMail; version: string };

export type Outbox = {
  /** Adds a mail, unless it was ever added. */
  put(id: string, due: DueMail): Promise<void>;
  /** Mails whose time has come, in any order. */
  ready(): Promise<OutboxMail[]>;
  /** Changes a mail if it is unchanged since it was read; undefined if another node was faster. */
  change(letter: OutboxMail, due: DueMail): Promise<OutboxMail | undefined>;
  /** Removes a mail. Its result is remembered for longer than the same mail could be added again. */
  end(letter: OutboxMail, fate: Fate): Promise<void>;
  /** Returns the final result of a mail, if any. */
  fate(id: string): Promise<Fate | undefined>;
  /** Deletes old results. */
  sweep(): Promise<void>;
};

const DUE = 'mail/due/';
const DONE = 'mail/done/';
/** Longer than events can cause mails (effects/mail.ts). */
const REMEMBERED_MS = 7 * 86_400_000;

/** Cast: only this file writes these records. */
const dueOf = (kept: VaultRecord) => kept.value as DueMail;
const doneOf = (kept: VaultRecord | undefined) => kept?.value as { fate: Fate; at: number } | undefined;

async function unlessChanged<T>(done: Promise<T>): Promise<T | undefined> {
  try {
    return await done;
  } catch (error) {
    if (error instanceof VersionMismatchError) return undefined;
    throw error;
  }
}

export function createOutbox({ vault, clock }: { vault: Vault; clock: Clock }): Outbox {
  const put = (id: string, due: DueMail, version: string) =>
    unlessChanged(vault.put(DUE + id, { ...due } satisfies Json, version));
  return {
    put: async (id, due) => {
      if (await vault.get(DONE + id)) return;
      await put(id, due, 'absent');
    },
    ready: async () => {
      const found: OutboxMail[] = [];
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
