/** The rows of a node as they stood at past moments: built when asked for, kept for a while, erased with a patient. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '#events/errors.ts';
import type { LogPosition } from '#events/log-position.ts';
import type { Viewer } from '#events/person/position.ts';
import type { Log } from '../contract.ts';
import { removeRowDatabase } from '../files.ts';
import type { RowReads } from '../row-access.ts';
import { buildPastRowsFile } from './build.ts';
import { type Keyframe, openKeyframes, unfinishedKeyframePath } from './keyframes.ts';
import { findMissingKeyframes } from './missing-keyframes.ts';
import { createMomentLookup, type LogMoment } from './moments.ts';
import { createOpenMomentCache } from './open-moments.ts';
import { createPastReads, type PastReads } from './reads.ts';
import { keyframeFingerprint } from './stored-views.ts';

export type PastRows = {
  /**
   * The moment of a position of the log, or of a time in milliseconds since 1970.
   * @throws Refusal positionForeign beyond the head, badInput before the first event
   */
  moment(asked: bigint | number): Promise<LogMoment>;
  /** The last position as of a time in milliseconds; START before the first event. */
  positionAt(time: number): Promise<LogPosition>;
  /** The moment, if it is known and its rows can be read without building them. */
  opened(asked: bigint | number): LogMoment | undefined;
  /**
   * Reads the rows as of a moment, and builds them if they are not open.
   * @throws Refusal busy if patients are erased again and again meanwhile
   */
  read<T>(moment: LogMoment, viewer: Viewer, read: (reads: PastReads) => T): Promise<T>;
  /** Lays keyframes of the days that have ended, drops those of days that are not kept, and closes unused rows. */
  tend(): Promise<void>;
};

type Options = {
  /** Folder of the node's rows, or ':memory:'. */
  dir: string;
  log: Log;
  clock: { now(): number };
  /** The rows of the present. */
  now: RowReads;
};

/** Attempts to build rows while patients are being erased. */
const TRIES = 3;

/** Why builds are stopped. */
const erasedMeanwhile = new Error('a patient was erased while past rows were built');
const closed = new Error('the rows are closed');

/** The folder of past rows. Rows in memory have a temporary one. */
function openFolder(dir: string, logId: string) {
  const isTemporary = dir === ':memory:';
  const path = isTemporary ? mkdtempSync(join(tmpdir(), 'archline-past-')) : join(dir, 'past');
  const close = () => {
    if (isTemporary) rmSync(path, { recursive: true, force: true });
  };
  return { ...openKeyframes(path, keyframeFingerprint(logId)), close };
}
type Folder = ReturnType<typeof openFolder>;

/**
 * Reads every erasure of the log. Once the sealed store has delivered an erasure, it decrypts nothing of that patient,
 * even if the key still exists (services/vault/sealed-store.ts).
 */
async function buryErased(log: Log): Promise<void> {
  for await (const _ of log.readBatches({ filter: { types: ['PatientErased'] } }));
}

/** Builds that an erasure or the end stops. */
function createBuilds(log: Log, folder: () => Folder) {
  const running = new Set<Promise<void>>();
  let stopping = new AbortController();
  let buried: Promise<void> | undefined;
  const run = async (to: LogPosition, use: (file: string) => void, keyframes: readonly Keyframe[] = []) => {
    const { signal } = stopping;
    buried ??= buryErased(log);
    await buried;
    const file = folder().scratch();
    const first = keyframes[0]?.position ?? to;
    try {
      await buildPastRowsFile({ log, from: folder().upTo(first), to, file, signal }, keyframes);
      signal.throwIfAborted();
      use(file);
    } catch (error) {
      const parts = keyframes.flatMap(keyframe => [keyframe.file, unfinishedKeyframePath(keyframe.file)]);
      for (const written of [file, ...parts]) removeRowDatabase(written);
      if (error !== erasedMeanwhile) throw error;
    }
  };
  return {
    /** Builds the rows of a position and hands the file over. Does nothing if a patient is erased meanwhile. */
    run(...job: Parameters<typeof run>): Promise<void> {
      const built = run(...job).finally(() => running.delete(built));
      running.add(built);
      return built;
    },
    stop(why: Error) {
      stopping.abort(why);
      stopping = new AbortController();
    },
    settled: () => Promise.allSettled(running),
  };
}

/** `erase` and `close` are for the owner of the present rows. */
export type OwnedPastRows = PastRows & {
  /** Removes all rows that contain a position. Builds under way begin again. */
  erase(from?: LogPosition): void;
  /** Resolves once builds that `erase` has stopped have removed their files. */
  erased(): Promise<unknown>;
  close(): Promise<void>;
};

export function openPastRows({ dir, log, clock, now }: Options): OwnedPastRows {
  let opened: Folder | undefined;
  const folder = () => {
    opened ??= openFolder(dir, log.id);
    return opened;
  };
  // Removes what the previous process left.
  if (dir !== ':memory:') folder();
  const open = createOpenMomentCache(clock);
  const builds = createBuilds(log, folder);
  const building = new Map<LogPosition, Promise<void>>();
  const build = (moment: LogMoment): Promise<void> => {
    const { position } = moment;
    const built =
      building.get(position) ??
      builds.run(position, file => open.add(moment, file)).finally(() => building.delete(position));
    building.set(position, built);
    return built;
  };
  const moments = createMomentLookup(log, asked => folder().upTo(asked));
  return {
    moment: moments.find,
    positionAt: moments.positionAt,
    opened: asked => {
      const position = typeof asked === 'bigint' ? asked : moments.known(asked)?.position;
      return position === undefined ? undefined : open.find(position);
    },
    read: async (moment, viewer, read) => {
      for (let tries = 0; tries <= TRIES; tries++) {
        const then = open.get(moment);
        if (then) return read(createPastReads({ then, now, viewer, log }));
        await build(moment);
      }
      throw new Refusal('busy');
    },
    tend: async () => {
      open.closeUnused();
      folder().thin(clock.now());
      const missing = await findMissingKeyframes({ log, keyframes: folder() }, clock.now());
      const last = missing.at(-1);
      if (!last) return;
      const add = (file: string) => {
        removeRowDatabase(file);
        for (const keyframe of missing) folder().add(keyframe);
      };
      await builds.run(last.position, add, missing);
    },
    erase: from => {
      builds.stop(erasedMeanwhile);
      open.closeAll();
      folder().dropFrom(from);
    },
    erased: builds.settled,
    close: async () => {
      builds.stop(closed);
      await builds.settled();
      open.closeAll();
      opened?.close();
    },
  };
}
