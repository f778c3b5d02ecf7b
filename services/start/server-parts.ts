/** Every part of a running server, as `assemble` builds them; each room takes those that its own type names. */
import type { Deps } from '../api/deps.ts';
import type { ErasingDeps } from '../erasing/erase.ts';
import type { FileStorageDeps } from '../files/file-storage.ts';
import type { PagesParts } from '../pages/pages.ts';
import type { SnapshotDeps } from '../snapshots/schedule.ts';

export type ServerParts = Deps &
  PagesParts &
  FileStorageDeps &
  SnapshotDeps &
  Omit<ErasingDeps, 'eraseFiles'>;
