import { expose, transfer } from 'comlink';
import type { StagesWork } from './protocol.ts';
import { createWork } from './work.ts';

const work = createWork(() => performance.now());

/** Bytes are handed over, not copied. */
expose({
  async read(files, stated, onShare) {
    const outcome = await work.read(files, stated, onShare);
    return 'done' in outcome ? transfer(outcome, [outcome.done.picture.buffer]) : outcome;
  },
  async turn(stated) {
    const outcome = await work.turn(stated);
    return 'done' in outcome ? transfer(outcome, [outcome.done.picture.buffer]) : outcome;
  },
  async build(numbers, doings) {
    const outcome = await work.build(numbers, doings);
    return 'done' in outcome
      ? transfer(
          outcome,
          outcome.done.files.map(({ buffer }) => buffer),
        )
      : outcome;
  },
} satisfies StagesWork);
