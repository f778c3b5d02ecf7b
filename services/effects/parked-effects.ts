/**
 * Parks effects that fail for a reason of their own and not because a service is down. An effect is parked after a
 * minute of retries, so that one case does not block the others. Parked effects are retried every hour. The vault's
 * records contain only ids.
 */
import type { Recorded } from '#events/envelope.ts';
import { isRefusal } from '#events/errors.ts';
import type { Clock } from '../clock/clock.ts';
import { type EventStore, StoreClosedError } from '../eventstore/port.ts';
import type { Vault } from '../vault/port.ts';

/** Tries before an effect is parked, one per tick. */
export const maxEffectTries = 12;
export const parkedRetryMs = 3_600_000;

const prefix = 'effect-aside/';

/**
 * Returns true for a transient error, for example of a service that is down. Its effect is not parked, but retried in
 * the log's order.
 */
export const isTransientError = (error: unknown): boolean =>
  error instanceof StoreClosedError || (isRefusal(error) && error.http >= 500);

export type ParkedEffects = {
  park(effect: string, event: Recorded): Promise<void>;
  /**
   * Retries all parked effects until `ended` aborts. Reports each error of `run` to `failed` and keeps that
   * effect parked.
   */
  retryAll(
    run: (effect: string, event: Recorded) => Promise<void>,
    failed: (error: unknown, effect: string, event: string) => void,
    ended: AbortSignal,
  ): Promise<void>;
  /** Number of parked effects when they were last retried. */
  count(): number;
};

type FailedEffectsDeps = { vault: Vault; store: Pick<EventStore, 'read'>; clock: Clock };

export function createParkedEffects({ vault, store, clock }: FailedEffectsDeps): ParkedEffects {
  let count = 0;
  const eventOf = async (stream: string, revision: number): Promise<Recorded | undefined> => {
    for await (const event of store.read(stream, { from: BigInt(revision), limit: 1 })) return event;
    return undefined;
  };
  return {
    park: async (effect, { stream, revision }) => {
      await vault.put(`${prefix}${effect}/${stream}/${revision}`, clock.now());
      count += 1;
    },
    retryAll: async (run, failed, ended) => {
      let left = 0;
      for await (const { key } of vault.list(prefix)) {
        const [effect = '', stream = '', revision = ''] = key.slice(prefix.length).split('/');
        if (ended.aborted) return;
        try {
          const event = await eventOf(stream, Number(revision));
          if (!event) throw new Error('the event does not exist');
          await run(effect, event);
          await vault.delete(key);
        } catch (error) {
          left += 1;
          failed(error, effect, `${stream}/${revision}`);
        }
      }
      count = left;
    },
    count: () => count,
  };
}
