/**
 * Limits the text messages of the whole installation in an hour, so that no attacker with many addresses and numbers
 * can run up a bill. Nodes count in the vault, by hours of the clock.
 */
import { Refusal } from '#events/errors.ts';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../logging/log.ts';
import { type Vault, VersionMismatchError } from '../vault/port.ts';
import { type Sms, SmsFailedError } from './port.ts';

export type LimitedSms = Sms & {
  /** @throws Refusal tooMany with the seconds to wait, if the messages of the hour are used up */
  check(): Promise<void>;
  /** Deletes the counts of earlier hours. */
  sweep(): Promise<void>;
};

/** Result of one text message. `refused`: the messages of the hour are used up. */
export type TextMessageResult = 'sent' | 'failed' | 'refused';

type LimitDeps = {
  vault: Vault;
  clock: Clock;
  log: Pick<Log, 'error'>;
  measures: { textMessage(result: TextMessageResult): void };
  /** Maximum number of messages in an hour. */
  perHour: number;
};

const PREFIX = 'sms/hour/';
const HOUR_MS = 3_600_000;

export function createLimitedSms(sms: Sms, { vault, clock, log, measures, perHour }: LimitDeps): LimitedSms {
  const hour = () => Math.floor(clock.now() / HOUR_MS);
  const keyOf = (which: number) => PREFIX + which;
  const countOf = async (which: number) => Number((await vault.get(keyOf(which)))?.value ?? 0);
  /** Takes one of the hour's messages; false if none is left. */
  const take = async (): Promise<boolean> => {
    for (;;) {
      const key = keyOf(hour());
      const kept = await vault.get(key);
      const count = Number(kept?.value ?? 0);
      if (count >= perHour) return false;
      try {
        await vault.put(key, count + 1, kept?.version ?? 'absent');
        // Logged once, by the message that uses up the hour's limit.
        if (count + 1 === perHour)
          log.error(
            { count: perHour },
            'text messages have reached SMS_PER_HOUR: none are sent until the next hour',
          );
        return true;
      } catch (error) {
        if (!(error instanceof VersionMismatchError)) throw error;
      }
    }
  };
  return {
    check: async () => {
      if ((await countOf(hour())) < perHour) return;
      measures.textMessage('refused');
      throw new Refusal('tooMany', {
        retryAfter: Math.ceil(((hour() + 1) * HOUR_MS - clock.now()) / 1000),
        issues: [{ path: 'phone', issue: 'sms-limit' }],
      });
    },
    send: async message => {
      if (!(await take())) {
        measures.textMessage('refused');
        throw new SmsFailedError('throttled', 'SMS_PER_HOUR');
      }
      try {
        await sms.send(message);
        measures.textMessage('sent');
      } catch (error) {
        measures.textMessage('failed');
        throw error;
      }
    },
    sweep: async () => {
      for await (const { key } of vault.list(PREFIX))
        if (Number(key.slice(PREFIX.length)) < hour()) await vault.delete(key);
    },
  };
}
