/**
 * All parts of a running server, as `assemble` builds them. Each folder's own type names the parts it uses.
 */
import type { ApiDeps } from '../api/deps.ts';
import type { ErasingDeps } from '../erasing/erase.ts';
import type { FileStorageDeps } from '../files/file-storage.ts';
import type { PagesParts } from '../pages/pages.ts';
import type { SnapshotScheduleDeps } from '../snapshots/snapshot-schedule.ts';

export type ServerParts = ApiDeps &
  PagesParts &
  FileStorageDeps &
  SnapshotScheduleDeps &
  Omit<ErasingDeps, 'eraseFiles' | 'copies'>;
