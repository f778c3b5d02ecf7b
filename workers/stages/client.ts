/** Page side of the stages worker: one plan at a time, each in a worker that is terminated afterwards. */
import { proxy, type Remote, wrap } from 'comlink';
import type { ConfirmedToothNumbers, PlanProcedures } from './build.ts';
import type { StatedAxes } from './frame.ts';
import type {
  OnProgress,
  PlanBuildResult,
  StageFilesReadResult,
  StagesWorkerApi,
  WorkerOutcome,
} from './protocol.ts';

/** A plan in progress. It holds a worker and everything read, so always call `end`, also after a failure. */
export type PlanMaker = {
  read(
    files: readonly File[],
    stated: StatedAxes | null,
    onShare: OnProgress,
  ): Promise<WorkerOutcome<StageFilesReadResult>>;
  turn(stated: StatedAxes): Promise<WorkerOutcome<StageFilesReadResult>>;
  build(numbers: ConfirmedToothNumbers, doings: PlanProcedures): Promise<WorkerOutcome<PlanBuildResult>>;
  end(): void;
};

/** The maker in progress. A new one ends it. */
let current: PlanMaker | undefined;

/**
 * Starts a worker for one plan. Ends an earlier one, whose pending calls are rejected.
 * @param signal ends it; pending calls are then rejected with the signal's reason
 */
export function startPlanMaker(signal: AbortSignal): PlanMaker {
  signal.throwIfAborted();
  current?.end();
  const worker = new Worker(new URL('./stages.worker.ts', import.meta.url), { type: 'module' });
  const remote: Remote<StagesWorkerApi> = wrap<StagesWorkerApi>(worker);
  let stop: (reason: unknown) => void = () => {};
  const gone = new Promise<never>((_resolve, reject) => {
    stop = reject;
  });
  // Prevents an unhandled rejection while no call is pending.
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
