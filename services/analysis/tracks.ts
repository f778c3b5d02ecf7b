/** The tracks of this node: their months as files, opened for questions. */
import type { ClockDeviations } from '#events/analysis/clock.ts';
import { monthsBetween, trackFileMonthAt } from '#events/analysis/months.ts';
import type { Track } from '#events/analysis/track.ts';
import { withoutDrafts } from '#events/analysis/track-drafts.ts';
import { joinTracks } from '#events/analysis/track-join.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import type { Clock } from '../clock/clock.ts';
import { makeTrackFile, openTrackFile, readTrackFile, type TrackFile } from './track-file.ts';
import type { TrackView } from './track-fold.ts';
import {
  isTrackUnusable,
  startTrackFollower,
  type TrackFollower,
  type TrackFollowerDeps,
} from './track-follower.ts';
import { trackFileName } from './track-manifest.ts';

/**
 * Months of an organisation, the clock of its first event and of the log's last one in ms, and how many of its own events have another time than the clock.
 */
export type TrackRange = { first: number; last: number; months: readonly string[]; dated: ClockDeviations };

/** What a viewer sees: the cases that an organisation serves, with their drafts or without. */
export type TrackSight = { orgId: string; drafts: boolean };

export type Tracks = {
  /** Begins to follow the log, if that has not begun. */
  start(): void;
  stop(): Promise<void>;
  /** Resolves with true once the log is followed up to a position, or with false after the time in ms. */
  reached(position: bigint, waitMs: number): Promise<boolean>;
  /** Position of the last event followed. */
  position(): LogPosition;
  /** Clock of the last event in ms. Undefined before the first event. */
  clock(): number | undefined;
  /** Undefined before the organisation's first case. */
  range(orgId: string): Promise<TrackRange | undefined>;
  /**
   * The file of one of the organisation's months, with its drafts or without. `isOver`: it never changes. Undefined for
   * another month.
   * @throws TrackFileDamagedError, after which the tracks are built again
   */
  file(sight: TrackSight, month: string): Promise<{ file: TrackFile; isOver: boolean } | undefined>;
  /**
   * The track of consecutive months, among those of the organisation.
   * @throws TrackFileDamagedError; UnreadableTrackError if there is none
   */
  track(sight: TrackSight, months: readonly string[]): Promise<Track>;
};

/** Files and opened months that are kept. A month takes about a megabyte. */
const MONTHS_KEPT = 36;
const RANGES_KEPT = 4;

/** Keeps the values of the keys used last. */
function createLatest<V>(most: number) {
  const kept = new Map<string, Promise<V>>();
  return (key: string, make: () => Promise<V>): Promise<V> => {
    const value = kept.get(key) ?? make();
    kept.delete(key);
    kept.set(key, value);
    value.catch(() => kept.delete(key));
    for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest);
    return value;
  };
}

export function createTracks(deps: TrackFollowerDeps & { clock: Clock }): Tracks {
  const { folder, pseudonyms } = deps;
  const files = createLatest<TrackFile>(MONTHS_KEPT);
  const opened = createLatest<Track>(MONTHS_KEPT);
  const joined = createLatest<Track>(RANGES_KEPT);
  let follower: TrackFollower | undefined;
  const position = (): LogPosition => follower?.fold()?.position() ?? START;
  const viewOf = async <T>(
    orgId: string,
    use: (view: TrackView & Pick<TrackRange, 'months'>) => T,
  ): Promise<T | undefined> => {
    const pseudonym = await pseudonyms.of(orgId);
    const view = follower?.fold()?.view(orgId, pseudonym);
    // Uses the view at once, because the next event changes it.
    return (
      view &&
      use({ ...view, months: monthsBetween(trackFileMonthAt(view.first), trackFileMonthAt(view.last)) })
    );
  };
  const start = () => {
    follower ??= startTrackFollower(deps);
  };
  /** The file without drafts. */
  const submittedOf = (file: TrackFile) =>
    files(`${file.hash} without drafts`, async () => makeTrackFile(withoutDrafts(await openTrackFile(file))));
  /** The files of those months that the organisation has, all as of one position. */
  const filesOf = async ({ orgId, drafts }: TrackSight, asked: readonly string[]) => {
    const found = await viewOf(orgId, ({ months, hashes, version, month: contentOf }) =>
      asked.flatMap(month => {
        if (!months.includes(month)) return [];
        const name = trackFileName(orgId, month);
        const hash = hashes.get(month);
        const file =
          hash === undefined
            ? files(`${name} ${version()}`, () => makeTrackFile(contentOf(month)))
            : files(`${name} ${hash}`, () => readTrackFile(folder, name, hash));
        const isOver = hash !== undefined;
        return [file.then(async read => ({ file: drafts ? read : await submittedOf(read), isOver }))];
      }),
    );
    return Promise.all(found ?? []);
  };
  /** Builds the months again if one of them cannot be read. */
  const repaired = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (isTrackUnusable(error)) await follower?.rebuild();
      throw error;
    }
  };

  return {
    start,
    stop: async () => {
      await follower?.stop();
    },
    position,
    reached: async (asked, waitMs) => {
      start();
      const until = deps.clock.now() + waitMs;
      while (position() < asked && !follower?.isStopped() && deps.clock.now() < until)
        await follower?.progress();
      return position() >= asked;
    },
    clock: () => follower?.fold()?.clock(),
    range: orgId => viewOf(orgId, ({ first, last, months, dated }) => ({ first, last, months, dated })),
    file: (sight, month) => repaired(async () => (await filesOf(sight, [month]))[0]),
    track: (sight, months) =>
      repaired(async () => {
        const all = (await filesOf(sight, months)).map(({ file }) => file);
        return joined(all.map(({ hash }) => hash).join(), async () => {
          const tracks: Track[] = [];
          // One after the other, so that opening a year does not block the server.
          for (const file of all) tracks.push(await opened(file.hash, () => openTrackFile(file)));
          return joinTracks(tracks);
        });
      }),
  };
}
