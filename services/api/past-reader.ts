/** Answers a list as of a moment. At most two moments are built at once; the other requests wait. */
import { Refusal } from '#events/errors.ts';
import type { Viewer } from '#events/person/position.ts';
import { toWirePosition } from '#events/wire.ts';
import type { PastReads } from '#projections/past/reads.ts';
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts';
import type { AsOfFields } from './answers.ts';
import type { ApiDeps } from './deps.ts';
import { parsePointInTime } from './point-in-time.ts';

const atOnce = 2;
/** Maximum concurrent requests of a person: a workbench, a list and their neighbours. */
const perPerson = 4;
const waitMost = 8;
/** Maximum wait of a request, in ms. Its build continues, so that a retry finds the result. */
const LONGEST_MS = 20_000;
const REACHED_MS = 2000;
/** Seconds after which a client may try again. */
const retryAfter = 5;

type PastDeps = Pick<ApiDeps, 'models' | 'timers'>;

/**
 * @param text `asOf` as it was typed
 * @throws Refusal badInput, positionForeign, notCaughtUp, tooMany, busy
 */
export type PastReader = <T extends object>(
  viewer: Viewer,
  text: string,
  read: (reads: PastReads) => T,
) => Promise<T & AsOfFields>;

export function createPastReader({ models, timers }: PastDeps): PastReader {
  const builds = createFairSemaphore({ atOnce, perPerson, waitMost });
  return async (viewer, text, read) => {
    const point = parsePointInTime(models, viewer, text);
    const answer = async () => {
      const moment = models.past.opened(point) ?? (await models.past.moment(point));
      if (!(await models.reached(moment.position, REACHED_MS))) throw new Refusal('notCaughtUp');
      const position = toWirePosition(models.logId, moment.position);
      const asOf = { position, at: new Date(moment.clock).toISOString() };
      return models.past.read(moment, viewer, reads => {
        const data = read(reads);
        return { ...data, asOf, withheld: reads.withheld() };
      });
    };
    if (models.past.opened(point)) return answer();
    let isBuilding = false;
    const giveUp = new AbortController();
    const late = Promise.withResolvers<never>();
    const stop = timers.every(LONGEST_MS, () => {
      const refusal = new Refusal(isBuilding ? 'notCaughtUp' : 'tooMany', { retryAfter });
      giveUp.abort(refusal);
      late.reject(refusal);
    });
    const build = () => {
      isBuilding = true;
      return answer();
    };
    try {
      return await Promise.race([builds.run(viewer.id, build, giveUp.signal), late.promise]);
    } finally {
      stop();
    }
  };
}
