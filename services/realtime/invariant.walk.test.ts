/**
 * The invariant (ARCHITECTURE 4): what a viewer once read, and what was pushed since, is what a fresh read answers; for
 * every person of several organisations, with the eye open and hidden, after every action. And nothing is ever pushed
 * that a read would not show. The pushes are the server's own (`push`), with lists instead of sockets.
 */
import { describe, expect, it } from 'vitest';
import { statusCodes } from '#events/case/status.ts';
import { createRandom } from '#events/script/random.ts';
import { createWalk, type Step, type Walk } from '#projections/testing/walk.ts';
import { type Deliver, differences, live, movedSince, openPages, type Pages } from './testing/pages.ts';
import { stir } from './testing/stir.ts';
import { allWays } from './testing/ways.ts';

/** Walks, and compares after every action (or after each `burst` of them, which the projector then folds together). */
async function walkAndCompare(
  seed: number,
  how: {
    cases: number;
    burst?: number;
    until: (steps: Step[], world: Pages) => boolean;
    /** Actions that are tried at most. */
    most: number;
    deliver?: Deliver;
  },
): Promise<{ steps: Step[]; world: Pages }> {
  const world = await openPages(seed, how.cases, how.deliver ?? (message => message));
  const random = createRandom(seed + 1);
  const steps: Step[] = [];
  try {
    for (let tried = 0; !how.until(steps, world) && tried < how.most; ) {
      const before = new Map(world.walk.states);
      for (let i = 0; i < (how.burst ?? 1); i++, tried++) steps.push(...present(await world.walk.step()));
      const moved = movedSince(before, world.walk.states);
      const stirred = await stir(world, random);
      if (moved.size === 0 && !stirred) continue;
      const followed = await world.models.reached(await world.store.head(), 120_000);
      if (!followed) throw new Error(`the rows did not follow ${steps.at(-1)?.action}`);
      const found = differences(world, moved);
      if (found.length > 0) throw new Error(`after ${steps.at(-1)?.action}: ${found.slice(0, 3).join('\n')}`);
      live(world, random);
    }
  } catch (error) {
    throw new Error(`seed ${seed}, step ${steps.length}`, { cause: error });
  } finally {
    await world.models.close();
  }
  return { steps, world };
}

const present = (step: Step | undefined): Step[] => (step ? [step] : []);

/** `SEED=n` walks another way; what fails says which it was. */
const seed = Number(process.env.SEED ?? 3);
/** `ACTIONS=n` walks farther. */
const actions = Number(process.env.ACTIONS ?? 400);

const statusOf = (step: Step | undefined, walk: Walk) => walk.states.get(step?.caseId ?? '')?.status;

/** Walks that are tried before one is said not to exist. */
const MOST_SEEDS = 200;

/**
 * The first seed from which a walk comes through all statuses within some hundred actions.
 * @throws Error naming the statuses to which no walk came
 */
async function seedThroughAll(from: number, how: { cases: number; most: number }): Promise<number> {
  const ever = new Set<number | undefined>();
  for (let found = from; found < from + MOST_SEEDS; found++) {
    const log = { append: async () => undefined };
    const walk = createWalk({ seed: found, cases: how.cases, ways: allWays, log });
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

describe('what was read and what was pushed is what is read now', () => {
  it('on a way through all statuses', async () => {
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

  it('where several actions are folded at once', async () => {
    const { steps } = await walkAndCompare(seed + 200, {
      cases: 16,
      burst: 7,
      most: 4_000,
      until: steps => steps.length >= 700,
    });
    expect(steps.length).toBeGreaterThanOrEqual(700);
  });
});

describe('the comparison', () => {
  const losses: Record<string, Deliver> = {
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
    'finds it where %s is lost on the way, and says the seed',
    async (_what, deliver) => {
      const how = { cases: 6, most: 400, deliver, until: () => false };
      await expect(walkAndCompare(seed, how)).rejects.toThrow(`seed ${seed}`);
    },
  );
});
