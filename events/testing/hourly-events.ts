/** A past as analysts read it from the log: an event an hour, at positions with gaps, without personal parts. */

import { systemViewer } from '../case/permissions.ts';
import { toLogPosition } from '../log-position.ts';
import { type CasePast, caseId } from './past.ts';
import { everybody } from './people.ts';
import type { ReworkEvent } from './rework.ts';

/** One hour in ms. */
export const HOUR_MS = 3_600_000;

const positionOf = (id: string): ReworkEvent['actorPosition'] =>
  id === systemViewer.id ? 'system' : (everybody.find(one => one.id === id)?.position ?? null);

export const hourlyEvents = (past: CasePast): ReworkEvent[] =>
  past.map(({ type, data, by, revision }, i) => ({
    caseId,
    position: toLogPosition(i * 3 + 7),
    revision,
    clock: i * HOUR_MS,
    by,
    actorPosition: positionOf(by),
    type,
    data,
  }));
