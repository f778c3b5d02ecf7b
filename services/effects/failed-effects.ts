/**
 * Effects that fail by themselves, and not because something is away: set aside after a minute, so that one case holds
 * up no other, and tried again every hour. Records in the vault: ids only.
 */
import type { Recorded } from '#events/envelope.ts';
import { isRefusal } from '#events/errors.ts';
import type { Clock } from '../clock/clock.ts';
import { type EventStore, StoreClosed } from '../eventstore/port.ts';
import type { Vault } from '../vault/port.ts';

/** Tries, one with each tick. */
export const triesMost = 12;
export const againMs = 3_600_000;

const prefix = 'effect-aside/';

/** What is away comes back: it is waited for, in the log's order. */
export const isPassing = (error: unknown): boolean =>
  error instanceof StoreClosed || (isRefusal(error) && error.http >= 500);

export type FailedEffects = {
  put(effect: string, event: Recorded): Promise<void>;
  /** Tries all that wait, until it is told to end; what `run` throws is told, and that one waits on. */
  again(
    run: (effect: string, event: Recorded) => Promise<void>,
    failed: (error: unknown, effect: string, event: string) => void,
    ended: AbortSignal,
  ): Promise<void>;
  /** How many waited when they were last looked through. */
  count(): number;
};

type Deps = { vault: Vault; store: Pick<EventStore, 'read'>; clock: Clock };

export function createFailedEffects({ vault, store, clock }: Deps): FailedEffects {
  let count = 0;
  const eventOf = async (stream: string, revision: number): Promise<Recorded | undefined> => {
    for await (const event of store.read(stream, { from: BigInt(revision), limit: 1 })) return event;
    return undefined;
  };
  return {
    put: async (effect, { stream, revision }) => {
      await vault.put(`${prefix}${effect}/${stream}/${revision}`, clock.now());
      count += 1;
    },
    again: async (run, failed, ended) => {
      let left = 0;
      for await (const { key } of vault.list(prefix)) {
        const [effect = '', stream = '', revision = ''] = key.slice(prefix.length).split('/');
        if (ended.aborted) return;
        try {
          const event = await eventOf(stream, Number(revision));
          if (!event) throw new Error('the event is not there');
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
