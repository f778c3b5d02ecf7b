/** `?id=&version=&stage=&view=`: which case, which version, at which stage and from where. */
import { readViewerSearch } from '#web/features/viewer/viewer-search.ts';
import { readCaseSearch } from '#web/lib/case-search.ts';
import type { RoomSearch } from './PlanRoom.tsx';

export function readRoomSearch(raw: Record<string, unknown>): RoomSearch {
  const version = Number(raw.version);
  return {
    id: readCaseSearch(raw).id,
    ...(Number.isInteger(version) && version > 0 && { version }),
    ...readViewerSearch(raw),
  };
}

/** Namespaces that the room speaks. */
export const roomWords = [
  'viewer',
  'review',
  'plan',
  'share',
  'tooth',
  'caseDetail',
  'caseList',
  'case',
  'rx',
  'action',
  'file',
];
