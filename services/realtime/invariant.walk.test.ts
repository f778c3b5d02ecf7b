/**
 * The invariant (ARCHITECTURE 4): first reads plus pushes equal a fresh read, for every person of several
 * organisations, with names open and masked, after every action. A push never contains a row that a read
 * would not show. Runs the server's own `pushRows` with lists instead of sockets.
 */
import { describe, expect, it } from 'vitest';
import { statusCodes } from '#events/case/status.ts';
import { createRandom } from '#events/script/random.ts';
import { createWalk, type Walk, type WalkStep } from '#projections/testing/walk.ts';
import { appendPersonEvent } from './testing/person-events.ts';
import { randomInputsForAllStatuses } from './testing/status-inputs.ts';
import {
  listChangedCases,
  listPageDifferences,
  openWalkPages,
  type RowsMessageTransform,
  simulateVisits,
  type WalkPages,
} from './testing/walk-pages.ts';

/** Walks, and compares after every action or after each `burst` of actions. The projector folds a burst together. */
async function walkAndCompare(
  seed: number,
  how: {
    cases: number;
    burst?: number;
    until: (steps: WalkStep[], world: WalkPages) => boolean;
    /** Maximum number of actions that are tried. */
    most: number;
    deliver?: RowsMessageTransform;
  },
): Promise<{ steps: WalkStep[]; world: WalkPages }> {
  const world = await openWalkPages(seed, how.cases, how.deliver ?? (message => message));
  const random = createRandom(seed + 1);
  const steps: WalkStep[] = [];
  try {
    for (let tried = 0; !how.until(steps, world) && tried < how.most; ) {
      const before = new Map(world.walk.states);
      for (let i = 0; i < (how.burst ?? 1); i++, tried++) steps.push(...present(await world.walk.step()));
      const moved = listChangedCases(before, world.walk.states);
      const stirred = await appendPersonEvent(world, random);
      if (moved.size === 0 && !stirred) continue;
      const followed = await world.models.reached(await world.store.head(), 120_000);
      if (!followed) throw new Error(`the rows did not follow ${steps.at(-1)?.action}`);
      const found = listPageDifferences(world, moved);
      if (found.length > 0) throw new Error(`after ${steps.at(-1)?.action}: ${found.slice(0, 3).join('\n')}`);
      simulateVisits(world, random);
    }
  } catch (error) {
    throw new Error(`seed ${seed}, step ${steps.length}`, { cause: error });
  } finally {
    await world.models.close();
  }
  return { steps, world };
}

const present = (step: WalkStep | undefined): WalkStep[] => (step ? [step] : []);

/** `SEED=n` chooses another walk. A failure names its seed. */
const seed = Number(process.env.SEED ?? 3);
/** `ACTIONS=n` sets the walk's length. */
const actions = Number(process.env.ACTIONS ?? 400);

const statusOf = (step: WalkStep | undefined, walk: Walk) => walk.states.get(step?.caseId ?? '')?.status;

/** Maximum number of walks that are tried before the search gives up. */
const MOST_SEEDS = 200;

/**
 * Finds the first seed whose walk passes through all statuses within some hundred actions.
 * @throws Error naming the statuses that no walk reached
 */
async function seedThroughAll(from: number, how: { cases: number; most: number }): Promise<number> {
  const ever = new Set<number | undefined>();
  for (let found = from; found < from + MOST_SEEDS; found++) {
    const log = { append: async () => undefined };
    const walk = createWalk({ seed: found, cases: how.cases, ways: randomInputsForAllStatuses, log });
    const reached = new Set<number | undefined>();
    for (let i = 0; i < how.most; i++) reached.add(statusOf(await walk.step(), walk));
    if (statusCodes.every(code => reached.has(code))) return found;
    for (const code of reached) ever.add(code);
  }
  const never = statusCodes.filter(code => !ever.has(code)).join(', ');
  throw new Error(
    never
      ? `no walk comes to status ${never}: projections/testing/inputs.ts needs an input that its action accepts`
      : `no one of ${MOST_SEEDS} walks comes through all statuses: see \`seldom\` in projections/testing/walk.ts`,
  );
}

describe('reads plus pushes equal a fresh read', () => {
  it('on a walk through all statuses', async () => {
    const how = { cases: 12, most: 800 };
    const reached = new Set<number | undefined>();
    const { world } = await walkAndCompare(await seedThroughAll(seed, how), {
      ...how,
      until: (steps, { walk }) => {
        reached.add(statusOf(steps.at(-1), walk));
        return statusCodes.every(code => reached.has(code));
      },
    });
    expect(statusCodes.filter(code => !reached.has(code))).toEqual([]);
    expect(world.pushes()).toBeGreaterThan(500);
  });

  it(`after each of ${actions} random actions`, async () => {
    const { steps, world } = await walkAndCompare(seed + 100, {
      cases: 16,
      most: 4 * actions,
      until: steps => steps.length >= actions,
    });
    expect(steps.length).toBe(actions);
    expect(world.pushes()).toBeGreaterThan(5 * actions);
  });

  it('when the projector folds several actions at once', async () => {
    const { steps } = await walkAndCompare(seed + 200, {
      cases: 16,
      burst: 7,
      most: 4_000,
      until: steps => steps.length >= 700,
    });
    expect(steps.length).toBeGreaterThanOrEqual(700);
  });
});

describe('the comparison of reads and pushes', () => {
  const losses: Record<string, RowsMessageTransform> = {
    'a removal': message => ({ ...message, rows: message.rows.filter(change => change.row !== null) }),
    'a row': message => ({ ...message, rows: message.rows.filter(change => change.view !== 'caseList') }),
    'a message of the inbox': message => ({
      ...message,
      rows: message.rows.filter(change => change.view !== 'messages'),
    }),
    'a name': message => ({ ...message, rows: message.rows.filter(change => change.view !== 'names') }),
    'a line of history': message => ({
      ...message,
      rows: message.rows.filter(change => change.view !== 'history'),
    }),
    counters: ({ position, rows }) => ({ position, rows }),
  };
  it.each(Object.entries(losses))(
    'detects %s lost in delivery, and names the seed',
    async (_what, deliver) => {
      const how = { cases: 6, most: 400, deliver, until: () => false };
      await expect(walkAndCompare(seed, how)).rejects.toThrow(`seed ${seed}`);
    },
  );
});
