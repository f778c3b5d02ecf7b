/** A picture that is dragged from one place to another: what the browser carries along, and where it may fall. */

/** Types are all that may be read while something hangs over a place: that it is a picture of a case stands in it. */
export const dragType = 'application/x-archline-picture';

type Carried = { types: readonly string[]; getData: (type: string) => string };

/** Whether what hangs over a place may fall there: a picture of the case, or a file from outside. */
export const mayFall = ({ types }: Pick<Carried, 'types'>): boolean =>
  types.includes(dragType) || types.includes('Files');

/** The id of the file that was let go; undefined where it came from outside. */
export const fallen = (carried: Carried): string | undefined => carried.getData(dragType) || undefined;
