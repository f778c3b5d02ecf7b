import { useCallback, useEffect, useRef, useState } from 'react';
import type { Issue } from '#events/errors.ts';
import type { Arch } from '#events/tooth/fdi.ts';
import type { Procedures } from '#workers/stages/build.ts';
import type { PlanMaker, startPlanMaker } from '#workers/stages/client.ts';
import type { StatedAxes } from '#workers/stages/frame.ts';
import type { BuildResult, ReadResult, WorkOutcome } from '#workers/stages/protocol.ts';
import type { Numbers } from './numbers.ts';

export type Making =
  | { step: 'files'; share: number | null; refused: readonly Issue[] | null; crashed: boolean }
  | { step: 'teeth'; read: ReadResult; busy: boolean; refused: readonly Issue[] | null }
  | { step: 'built'; read: ReadResult; built: BuildResult };

const begin: Extract<Making, { step: 'files' }> = {
  step: 'files',
  share: null,
  refused: null,
  crashed: false,
};

/** What was proposed, as the technician begins with it. */
export const proposedNumbers = ({ arches }: ReadResult): Partial<Numbers> =>
  Object.fromEntries(arches.map(({ arch, teeth }) => [arch, teeth.map(({ fdi }) => fdi)])) satisfies Partial<
    Record<Arch, unknown>
  >;

/** A plan from files to bundle: one worker, which ends when the page is left or begins anew. */
export function useMaker() {
  const [making, setMaking] = useState<Making>(begin);
  const maker = useRef<PlanMaker | null>(null);
  const stop = useRef<AbortController | null>(null);
  const end = useCallback(() => {
    stop.current?.abort(new Error('given up'));
    stop.current = null;
    maker.current?.end();
    maker.current = null;
  }, []);
  useEffect(() => end, [end]);

  const restart = useCallback(() => {
    end();
    setMaking(begin);
  }, [end]);

  /** The browser could not: the memory that the worker took is given back, and the page begins anew. */
  const crash = useCallback(() => {
    end();
    setMaking({ ...begin, crashed: true });
  }, [end]);

  const read = useCallback(
    async (files: readonly File[]) => {
      end();
      const control = new AbortController();
      stop.current = control;
      setMaking({ ...begin, share: 0 });
      const told = (share: number) =>
        setMaking(now => (now.step === 'files' && now.share !== null ? { ...now, share } : now));
      try {
        // The worker's end and comlink come with the first file that is chosen.
        const client: { startPlanMaker: typeof startPlanMaker } = await import('#workers/stages/client.ts');
        const made = client.startPlanMaker(control.signal);
        maker.current = made;
        const outcome = await made.read(files, null, told);
        if ('done' in outcome) setMaking({ step: 'teeth', read: outcome.done, busy: false, refused: null });
        else setMaking({ ...begin, refused: outcome.refused.issues });
      } catch {
        // Given up by the person: the page is where it began.
        if (!control.signal.aborted) crash();
      }
    },
    [end, crash],
  );

  const work = useCallback(
    async <T>(
      ask: (made: PlanMaker) => Promise<WorkOutcome<T>>,
      then: (done: T, read: ReadResult) => Making,
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
    [crash],
  );

  return {
    making,
    read,
    restart,
    /** Says anew where left, front and up are in the files. */
    turn: (stated: StatedAxes) =>
      work(
        made => made.turn(stated),
        read => ({ step: 'teeth', read, busy: false, refused: null }),
      ),
    build: (numbers: Partial<Numbers>, doings: Procedures) =>
      work(
        made => made.build(numbers, doings),
        (built, read) => ({ step: 'built', read, built }),
      ),
    /** Back from the built plan to its teeth and what is done to them. */
    back: () =>
      setMaking(now =>
        now.step === 'built' ? { step: 'teeth', read: now.read, busy: false, refused: null } : now,
      ),
  };
}

export type Maker = ReturnType<typeof useMaker>;
