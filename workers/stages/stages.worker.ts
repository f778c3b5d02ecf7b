import { expose, transfer } from 'comlink';
import type { StagesWorkerApi } from './protocol.ts';
import { createStagesWorkerApi } from './stages-work.ts';

const work = createStagesWorkerApi(() => performance.now());

/** Transfers bytes instead of copying them. */
expose({
  read: work.read,
  turn: work.turn,
  async build(numbers, doings) {
    const outcome = await work.build(numbers, doings);
    return 'done' in outcome
      ? transfer(
          outcome,
          outcome.done.files.map(({ buffer }) => buffer),
        )
      : outcome;
  },
} satisfies StagesWorkerApi);
