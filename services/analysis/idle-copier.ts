/** Copies tables while no question runs. A question that arrives meanwhile ends the copying and does not wait for it. */
import { type RepeatingTimers, systemTimers } from '../clock/clock.ts';
import { copyTablesIntoMemory, countStays, isWorthCopying } from './copied-tables.ts';
import type { Engine } from './engine.ts';

/** Idle time before the copying, in ms. The questions of a report follow each other sooner. */
export const QUIET_MS = 200;
/** An interrupt that meets the engine before the statement has begun is lost, so that it is repeated. */
const INTERRUPT_MS = 10;
/** `spentMs`: processor time of an engine's questions since the copying was last begun. */
type Asked = { spentMs: number; isCopied: boolean };

export type IdleCopier = {
  /** Called after a question. @param ms its processor time */
  answered(engine: Engine, ms: number): void;
  /** Called before a question. Resolves when the engines are free. */
  pause(): Promise<void>;
};

export function createIdleCopier(timers: RepeatingTimers = systemTimers): IdleCopier {
  const asked = new WeakMap<Engine, Asked>();
  let cancel = () => {};
  let running: { end: () => void; done: Promise<void> } | undefined;

  const copy = async (engine: Engine, known: Asked, signal: AbortSignal) => {
    if (!isWorthCopying({ spentMs: known.spentMs, stays: await countStays(engine) })) return;
    // An interrupted copying is begun again once it is worth it again.
    known.spentMs = 0;
    await copyTablesIntoMemory(engine, signal);
    known.isCopied = true;
  };
  const begin = (engine: Engine, known: Asked) => {
    const ending = new AbortController();
    const end = () => {
      ending.abort();
      engine.db.interrupt();
    };
    // A failure, by an interruption or for want of memory, leaves the engine as it was.
    const done = copy(engine, known, ending.signal)
      .catch(() => {})
      .finally(() => {
        running = undefined;
      });
    running = { end, done };
  };

  return {
    answered: (engine, ms) => {
      const known = asked.get(engine) ?? { spentMs: 0, isCopied: false };
      known.spentMs += ms;
      asked.set(engine, known);
      if (known.isCopied) return;
      const stop = timers.every(QUIET_MS, () => {
        stop();
        begin(engine, known);
      });
      cancel = stop;
    },
    pause: async () => {
      cancel();
      if (!running) return;
      const { end, done } = running;
      end();
      const stop = timers.every(INTERRUPT_MS, end);
      await done;
      stop();
    },
  };
}
