/** `?id=&version=&stage=&view=`: case, version, stage and camera. */
import { readViewerSearchParams } from '#web/features/viewer/viewer-search-params.ts';
import { readCaseSearchParams } from '#web/lib/case-search-params.ts';
import type { PlanRoomSearchParams } from './PlanRoom.tsx';

export function readPlanRoomSearchParams(raw: Record<string, unknown>): PlanRoomSearchParams {
  const version = Number(raw.version);
  return {
    id: readCaseSearchParams(raw).id,
    ...(Number.isInteger(version) && version > 0 && { version }),
    ...readViewerSearchParams(raw),
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
