/** A picture that is dragged from one place to another: what the browser carries along, and where it may fall. */
import type { FileKind } from '#events/case/options.ts';

/** Types are all that may be read while something hangs over a place: the kind stands in it. */
export const dragType = (kind: FileKind): string => `application/x-archline-${kind}`;

type Carried = { types: readonly string[]; getData: (type: string) => string };

/** Whether what hangs over a place of this kind may fall there: a picture of its kind, or a file from outside. */
export const mayFall = ({ types }: Pick<Carried, 'types'>, kind: FileKind): boolean =>
  types.includes(dragType(kind)) || types.includes('Files');

/** The id of the file that was let go; undefined where it came from outside. */
export const fallen = (carried: Carried, kind: FileKind): string | undefined =>
  carried.getData(dragType(kind)) || undefined;
