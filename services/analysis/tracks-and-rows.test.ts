import { describe, expect, it } from 'vitest';
import { countQueues, type QueueSeries } from '#events/analysis/queues.ts';
import { GONE, NOBODY, type Track } from '#events/analysis/track.ts';
import { allCasesQuery, openWalkModels, type WalkModels } from '#projections/testing/walk-models.ts';
import { createManualClock, systemIds } from '../clock/clock.ts';
import { createMemoryVault } from '../vault/memory.ts';
import { createMemoryFolder } from './durable-folder.ts';
import { createPseudonyms } from './pseudonym.ts';
import { createTracks } from './tracks.ts';

const STOPS = 20;
const STEPS = 60;

type CaseNow = { status: number; assigned: boolean };
type Stop = { position: number; at: number; cases: Map<string, CaseNow> };

/** All cases that the organisation serves, as its Admin's list has them now. */
function listed({ models, context }: WalkModels): Map<string, CaseNow> {
  const cases = new Map<string, CaseNow>();
  for (const archived of [false, true])
    for (let page = 1, more = true; more; page++) {
      const query = { ...allCasesQuery, archived, page };
      const { items, total } = models.caseItems(context('admin'), query);
      for (const { caseId, status, assignee } of items)
        cases.set(caseId, { status, assigned: assignee !== null });
      more = page * allCasesQuery.size < total;
    }
  return cases;
}

/** The same as the track has them. */
function tracked(track: Track, at: Parameters<Track['statusesAt']>[0]): Map<string, CaseNow> {
  const [statuses, people] = [track.statusesAt(at), track.assigneesAt(at)];
  return new Map(
    track.caseIds.flatMap((id, i): [string, CaseNow][] => {
      const status = statuses[i] ?? GONE;
      return status === GONE ? [] : [[id, { status, assigned: people[i] !== NOBODY }]];
    }),
  );
}

function counted(track: Track, times: readonly number[]): QueueSeries[] {
  const counting = countQueues(track, times, 'status');
  for (;;) {
    const next = counting.next();
    if (next.done) return next.value;
  }
}

const histogram = (cases: Map<string, CaseNow>, status: number) =>
  [...cases.values()].filter(one => one.status === status).length;

describe('the track of a walk', () => {
  it.each([11, 12, 13])(
    'equals the list of cases when that stood at the position or time, seed %i',
    async seed => {
      const walk = await openWalkModels({ seed, cases: 60, minutes: 47 });
      const stops: Stop[] = [];
      for (let i = 0; i < STOPS; i++) {
        await walk.go(STEPS);
        const at = Date.parse(walk.walk.now());
        stops.push({ position: Number(await walk.store.head()), at, cases: listed(walk) });
      }
      await walk.go(200);
      const pseudonyms = createPseudonyms({
        vault: createMemoryVault(),
        ids: systemIds,
        keyFor: () => Buffer.alloc(32, 1),
      });
      const tracks = createTracks({
        log: walk.store,
        folder: createMemoryFolder(),
        pseudonyms,
        timers: { every: () => () => undefined },
        clock: createManualClock(0),
        report: { warn: () => undefined, error: () => undefined },
      });
      await tracks.reached(await walk.store.head(), 1);
      const range = await tracks.range('main');
      const track = await tracks.track({ orgId: 'main', drafts: true }, range?.months ?? []);
      for (const { position, cases } of stops) expect(tracked(track, { position })).toEqual(cases);
      const series = counted(
        track,
        stops.map(({ at }) => at),
      );
      expect(series.length).toBeGreaterThan(5);
      for (const { key, counts } of series)
        expect(counts).toEqual(stops.map(({ cases }) => histogram(cases, Number(key))));
      await tracks.stop();
      await walk.models.close();
    },
  );
});
