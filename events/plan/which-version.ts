/** Which version something is of: the plan's and the target position's are counted apart. */
import type { VersionList } from './discussion-events.ts';

export type WhichVersion = { list: VersionList; version: number };

export const isSameVersion = (a: WhichVersion | null | undefined, b: WhichVersion): boolean =>
  a?.list === b.list && a.version === b.version;
