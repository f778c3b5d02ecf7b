/** Identifies a version of a plan or target, which are numbered separately. */
import type { VersionListName } from './discussion-events.ts';

export type WhichVersion = { list: VersionListName; version: number };

export const isSameVersion = (a: WhichVersion | null | undefined, b: WhichVersion): boolean =>
  a?.list === b.list && a.version === b.version;
