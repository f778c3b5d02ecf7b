/** `?id=&version=&stage=&view=`: case, version, stage and camera. */
import { readViewerSearch } from '#web/features/viewer/viewer-search.ts';
import { readCaseSearch } from '#web/lib/case-search.ts';
import type { RoomSearch } from './PlanRoom.tsx';

export function readPlanRoomSearch(raw: Record<string, unknown>): RoomSearch {
  const version = Number(raw.version);
  return {
    id: readCaseSearch(raw).id,
    ...(Number.isInteger(version) && version > 0 && { version }),
    ...readViewerSearch(raw),
  };
}

/** Dictionary namespaces of the room. */
export const planRoomNamespaces = [
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
