/**
 * Codes mailed to confirm an address (lifecycle.md): six digits, ten minutes, five tries, single use. The
 * vault stores a keyed hash. Repeated requests have to wait and are limited per hour.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '#events/case/options.ts';
import { Refusal } from '#events/errors.ts';
import type { Clock, Ids } from '../clock/clock.ts';
import { type Vault, type VaultRecord, VersionMismatch } from '../vault/port.ts';

/** `sent`: times of the codes sent in the last hour. */
type Mark = { given: string; hash: string; until: number; tries: number; sent: number[] };

const HOUR_MS = 3_600_000;
/** Codes per hour, so that a stranger's mailbox is not flooded. */
const AN_HOUR = 5;
const PREFIX = 'mail/code/';
const none: Mark = { given: '', hash: '', until: 0, tries: 0, sent: [] };

/** Boundary: only this file writes these records. */
const markOf = (kept: VaultRecord | undefined) => (kept?.value ?? none) as Mark;

export type MailCodes = {
  /** Seconds until this person may request another code; 0 means now. */
  wait(personId: string): Promise<number>;
  /**
   * Issues a code for this entry of an address, and invalidates the previous one. @throws Refusal tooMany,
   * also for the second of two simultaneous requests
   */
  issue(personId: string, given: string): Promise<string>;
  /** Invalidates a code whose mail failed, so that another can be requested at once. */
  takeBack(personId: string): Promise<void>;
  /**
   * Counts a try. Returns the entry that the code confirms; undefined if it is wrong, expired, used, or tried
   * too often.
   */
  check(personId: string, code: string): Promise<string | undefined>;
  /** Deletes expired records. */
  sweep(): Promise<void>;
};

type CodeDeps = { vault: Vault; clock: Clock; ids: Pick<Ids, 'bytes'>; key: Buffer };

export function createMailCodes({ vault, clock, ids, key }: CodeDeps): MailCodes {
  const hashOf = (personId: string, given: string, code: string) =>
    createHmac('sha256', key).update(`${personId}\n${given}\n${code}`).digest('base64url');
  /** Concurrent requests, also of several nodes, are each counted. */
  const change = async <T>(personId: string, to: (mark: Mark) => [Mark, T]): Promise<T> => {
    for (;;) {
      const kept = await vault.get(PREFIX + personId);
      const [mark, answer] = to(markOf(kept));
      try {
        await vault.put(PREFIX + personId, mark, kept?.version ?? 'absent');
        return answer;
      } catch (error) {
        if (!(error instanceof VersionMismatch)) throw error;
      }
    }
  };
  const recent = ({ sent }: Mark) => sent.filter(at => clock.now() - at < HOUR_MS);
  const waitOf = (mark: Mark): number => {
    const sent = recent(mark);
    const next = Math.max(
      (sent.at(-1) ?? 0) + limits.codeResendMs,
      sent.length >= AN_HOUR ? (sent[0] ?? 0) + HOUR_MS : 0,
    );
    return Math.max(0, Math.ceil((next - clock.now()) / 1000));
  };
  return {
    wait: async personId => waitOf(markOf(await vault.get(PREFIX + personId))),
    issue: (personId, given) => {
      const code = String(ids.bytes(6).readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
      const [hash, now] = [hashOf(personId, given, code), clock.now()];
      return change(personId, mark => {
        const retryAfter = waitOf(mark);
        if (retryAfter > 0) throw new Refusal('tooMany', { retryAfter });
        return [{ given, hash, until: now + limits.codeMs, tries: 0, sent: [...recent(mark), now] }, code];
      });
    },
    takeBack: personId => change(personId, mark => [{ ...none, sent: recent(mark).slice(0, -1) }, undefined]),
    check: (personId, code) =>
      change(personId, mark => {
        const { given, hash, until, tries } = mark;
        const dead = hash === '' || clock.now() >= until || tries >= limits.codeTries;
        if (dead) return [mark, undefined];
        const said = Buffer.from(hashOf(personId, given, code));
        const right = timingSafeEqual(said, Buffer.from(hash));
        return right ? [{ ...none, sent: mark.sent }, given] : [{ ...mark, tries: tries + 1 }, undefined];
      }),
    sweep: async () => {
      for await (const kept of vault.list(PREFIX)) {
        const mark = markOf(kept);
        if (recent(mark).length > 0 || clock.now() < mark.until) continue;
        await vault.delete(kept.key, kept.version).catch((error: unknown) => {
          if (!(error instanceof VersionMismatch)) throw error;
        });
      }
    },
  };
}
