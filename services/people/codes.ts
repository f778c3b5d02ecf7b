/**
 * Codes that confirm an address or a number (lifecycle.md, Accounts): six digits, ten minutes, five tries, single use.
 * The vault stores a keyed hash. Repeated requests of a subject have to wait and are limited per hour.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '#events/case/limits.ts';
import { Refusal } from '#events/errors.ts';
import type { Clock, Ids } from '../clock/clock.ts';
import { type Vault, type VaultRecord, VersionMismatchError } from '../vault/port.ts';

/** Record of a subject. `sent`: times of the codes sent in the last hour. */
type Mark = { given: string; hash: string; until: number; tries: number; sent: number[] };

const HOUR_MS = 3_600_000;
/** Maximum number of codes per hour, so that a stranger's mailbox is not flooded. */
const AN_HOUR = 5;
const none: Mark = { given: '', hash: '', until: 0, tries: 0, sent: [] };

/** Cast: only this file writes these records. */
const markOf = (kept: VaultRecord | undefined) => (kept?.value ?? none) as Mark;

const isSame = (hash: string, other: string) => timingSafeEqual(Buffer.from(hash), Buffer.from(other));

/**
 * `subject`: for whom codes are requested, for example a person or a keyed hash of an address. A subject has one valid
 * code at a time.
 */
export type ConfirmationCodes = {
  /** Seconds until another code may be requested for the subject; 0 means now. */
  wait(subject: string): Promise<number>;
  /**
   * Issues a code that confirms `given`, and invalidates the subject's previous one. @throws Refusal tooMany,
   * also for the second of two simultaneous requests
   */
  issue(subject: string, given: string): Promise<string>;
  /** Invalidates a code that could not be sent, so that another can be requested at once. */
  takeBack(subject: string): Promise<void>;
  /**
   * Counts a try. Returns what the code confirms; undefined if the code is wrong, expired, used, or was tried too
   * often.
   */
  check(subject: string, code: string): Promise<string | undefined>;
  /**
   * Like `check`, but leaves a right code valid, for a request that may still be refused for another reason. `over`:
   * the code has expired or was tried too often.
   */
  examine(subject: string, given: string, code: string): Promise<'right' | 'wrong' | 'over'>;
  /** Counts a message without a code, under the same limits as a code. @throws Refusal tooMany */
  count(subject: string): Promise<void>;
  /** Deletes expired records. */
  sweep(): Promise<void>;
};

export type ConfirmationCodesDeps = {
  vault: Vault;
  clock: Clock;
  ids: Pick<Ids, 'bytes'>;
  key: Buffer;
  /** Prefix of the vault records, with a slash at its end. */
  prefix: string;
};

export function createConfirmationCodes({
  vault,
  clock,
  ids,
  key,
  prefix,
}: ConfirmationCodesDeps): ConfirmationCodes {
  const hashOf = (subject: string, given: string, code: string) =>
    createHmac('sha256', key).update(`${subject}\n${given}\n${code}`).digest('base64url');
  /** Changes a record. Concurrent requests are all counted, also those of several nodes. */
  const change = async <T>(subject: string, to: (mark: Mark) => [Mark, T]): Promise<T> => {
    for (;;) {
      const kept = await vault.get(prefix + subject);
      const [mark, answer] = to(markOf(kept));
      try {
        await vault.put(prefix + subject, mark, kept?.version ?? 'absent');
        return answer;
      } catch (error) {
        if (!(error instanceof VersionMismatchError)) throw error;
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
    wait: async subject => waitOf(markOf(await vault.get(prefix + subject))),
    issue: (subject, given) => {
      const code = String(ids.bytes(6).readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
      const [hash, now] = [hashOf(subject, given, code), clock.now()];
      return change(subject, mark => {
        const retryAfter = waitOf(mark);
        if (retryAfter > 0) throw new Refusal('tooMany', { retryAfter });
        return [{ given, hash, until: now + limits.codeMs, tries: 0, sent: [...recent(mark), now] }, code];
      });
    },
    count: subject =>
      change(subject, mark => {
        const retryAfter = waitOf(mark);
        if (retryAfter > 0) throw new Refusal('tooMany', { retryAfter });
        return [{ ...mark, sent: [...recent(mark), clock.now()] }, undefined];
      }),
    examine: (subject, given, code) =>
      change(subject, mark => {
        if (mark.hash === '') return [mark, 'wrong'];
        if (clock.now() >= mark.until || mark.tries >= limits.codeTries) return [mark, 'over'];
        const right = mark.given === given && isSame(mark.hash, hashOf(subject, given, code));
        return right ? [mark, 'right'] : [{ ...mark, tries: mark.tries + 1 }, 'wrong'];
      }),
    takeBack: subject => change(subject, mark => [{ ...none, sent: recent(mark).slice(0, -1) }, undefined]),
    check: (subject, code) =>
      change(subject, mark => {
        const { given, hash, until, tries } = mark;
        const dead = hash === '' || clock.now() >= until || tries >= limits.codeTries;
        if (dead) return [mark, undefined];
        return isSame(hash, hashOf(subject, given, code))
          ? [{ ...none, sent: mark.sent }, given]
          : [{ ...mark, tries: tries + 1 }, undefined];
      }),
    sweep: async () => {
      for await (const kept of vault.list(prefix)) {
        const mark = markOf(kept);
        if (recent(mark).length > 0 || clock.now() < mark.until) continue;
        await vault.delete(kept.key, kept.version).catch((error: unknown) => {
          if (!(error instanceof VersionMismatchError)) throw error;
        });
      }
    },
  };
}
