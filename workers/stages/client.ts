/** The stages worker as the page has it: one plan at a time, each in a worker of its own that ends with it. */
import { proxy, type Remote, wrap } from 'comlink';
import type { ConfirmedNumbers, Procedures } from './build.ts';
import type { StatedAxes } from './frame.ts';
import type { BuildResult, OnProgress, Outcome, ReadResult, StagesWork } from './protocol.ts';

/** A plan that is being made. It holds a worker and all that was read: `end` it, whatever became of it. */
export type PlanMaker = {
  read(files: readonly File[], stated: StatedAxes | null, onShare: OnProgress): Promise<Outcome<ReadResult>>;
  turn(stated: StatedAxes): Promise<Outcome<ReadResult>>;
  build(numbers: ConfirmedNumbers, doings: Procedures): Promise<Outcome<BuildResult>>;
  end(): void;
};

/** The maker that is at work: another one ends it. */
let current: PlanMaker | undefined;

/**
 * Starts a worker for one plan; one that was there before ends, and with it what it was asked.
 * @param signal ends it: whatever is under way is then rejected with the signal's reason
 */
export function startPlanMaker(signal: AbortSignal): PlanMaker {
  signal.throwIfAborted();
  current?.end();
  const worker = new Worker(new URL('./stages.worker.ts', import.meta.url), { type: 'module' });
  const remote: Remote<StagesWork> = wrap<StagesWork>(worker);
  let stop: (reason: unknown) => void = () => {};
  const gone = new Promise<never>((_resolve, reject) => {
    stop = reject;
  });
  // Nobody may be waiting when it ends.
  gone.catch(() => undefined);
  worker.onerror = () => maker.end();
  const aborted = () => {
    stop(signal.reason);
    maker.end();
  };
  const maker: PlanMaker = {
    read: (files, stated, onShare) => Promise.race([remote.read([...files], stated, proxy(onShare)), gone]),
    turn: stated => Promise.race([remote.turn(stated), gone]),
    build: (numbers, doings) => Promise.race([remote.build(numbers, doings), gone]),
    end() {
      signal.removeEventListener('abort', aborted);
      stop(new Error('the worker has ended'));
      worker.terminate();
      if (current === maker) current = undefined;
    },
  };
  signal.addEventListener('abort', aborted);
  current = maker;
  return maker;
}
