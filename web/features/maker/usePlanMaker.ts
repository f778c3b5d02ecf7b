import { useCallback, useEffect, useRef, useState } from 'react';
import type { Issue } from '#events/errors.ts';
import type { Arch } from '#events/tooth/fdi.ts';
import type { PlanProcedures } from '#workers/stages/build.ts';
import type { PlanMaker, startPlanMaker } from '#workers/stages/client.ts';
import type { StatedAxes } from '#workers/stages/frame.ts';
import type { PlanBuildResult, StageFilesReadResult, WorkerOutcome } from '#workers/stages/protocol.ts';
import type { ToothNumbers } from './tooth-numbers.ts';

export type PlanMakerState =
  | { step: 'files'; share: number | null; refused: readonly Issue[] | null; crashed: boolean }
  | { step: 'teeth'; read: StageFilesReadResult; busy: boolean; refused: readonly Issue[] | null }
  | { step: 'built'; read: StageFilesReadResult; built: PlanBuildResult };

const begin: Extract<PlanMakerState, { step: 'files' }> = {
  step: 'files',
  share: null,
  refused: null,
  crashed: false,
};

/** The proposed numbers, the technician's starting point. */
export const proposedNumbers = ({ arches }: StageFilesReadResult): Partial<ToothNumbers> =>
  Object.fromEntries(arches.map(({ arch, teeth }) => [arch, teeth.map(({ fdi }) => fdi)])) satisfies Partial<
    Record<Arch, unknown>
  >;

/** The worker of this page: a new one replaces it, and it ends when the page closes. */
function useMakerWorker() {
  const maker = useRef<PlanMaker | null>(null);
  const stop = useRef<AbortController | null>(null);
  const end = useCallback(() => {
    stop.current?.abort(new Error('cancelled by the user'));
    stop.current = null;
    maker.current?.end();
    maker.current = null;
  }, []);
  useEffect(() => end, [end]);

  /** Ends the worker. @returns the signal that ends the next one */
  const renew = useCallback((): AbortSignal => {
    end();
    const control = new AbortController();
    stop.current = control;
    return control.signal;
  }, [end]);

  const start = useCallback(async (signal: AbortSignal): Promise<PlanMaker> => {
    // Loads the worker client with the first file.
    const client: { startPlanMaker: typeof startPlanMaker } = await import('#workers/stages/client.ts');
    const made = client.startPlanMaker(signal);
    maker.current = made;
    return made;
  }, []);

  return { maker, end, renew, start };
}

/** Creates a plan from files to bundle with one worker, which ends when the page closes or restarts. */
export function usePlanMaker() {
  const [making, setMaking] = useState<PlanMakerState>(begin);
  const { maker, end, renew, start } = useMakerWorker();

  const restart = useCallback(() => {
    end();
    setMaking(begin);
  }, [end]);

  /** The worker crashed: frees its memory and restarts the page. */
  const crash = useCallback(() => {
    end();
    setMaking({ ...begin, crashed: true });
  }, [end]);

  const read = useCallback(
    async (files: readonly File[]) => {
      const signal = renew();
      setMaking({ ...begin, share: 0 });
      const told = (share: number) =>
        setMaking(now => (now.step === 'files' && now.share !== null ? { ...now, share } : now));
      try {
        const made = await start(signal);
        const outcome = await made.read(files, null, told);
        if ('done' in outcome) setMaking({ step: 'teeth', read: outcome.done, busy: false, refused: null });
        else setMaking({ ...begin, refused: outcome.refused.issues });
      } catch {
        // Cancelled by the person: the page is back at its start.
        if (!signal.aborted) crash();
      }
    },
    [renew, start, crash],
  );

  const work = useCallback(
    async <T>(
      ask: (made: PlanMaker) => Promise<WorkerOutcome<T>>,
      then: (done: T, read: StageFilesReadResult) => PlanMakerState,
    ) => {
      const made = maker.current;
      if (!made) return;
      setMaking(now => (now.step === 'teeth' ? { ...now, busy: true, refused: null } : now));
      try {
        const outcome = await ask(made);
        setMaking(now => {
          if (now.step === 'files') return now;
          if ('done' in outcome) return then(outcome.done, now.read);
          return { step: 'teeth', read: now.read, busy: false, refused: outcome.refused.issues };
        });
      } catch {
        if (maker.current === made) crash();
      }
    },
    [maker, crash],
  );

  return {
    making,
    read,
    restart,
    /** Sets another orientation of the files. */
    turn: (stated: StatedAxes) =>
      work(
        made => made.turn(stated),
        read => ({ step: 'teeth', read, busy: false, refused: null }),
      ),
    build: (numbers: Partial<ToothNumbers>, doings: PlanProcedures) =>
      work(
        made => made.build(numbers, doings),
        (built, read) => ({ step: 'built', read, built }),
      ),
    /** Returns from the built plan to its teeth and procedures. */
    back: () =>
      setMaking(now =>
        now.step === 'built' ? { step: 'teeth', read: now.read, busy: false, refused: null } : now,
      ),
  };
}

export type PlanMakerHandle = ReturnType<typeof usePlanMaker>;
