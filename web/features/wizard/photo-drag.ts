/** Dragging a picture from one slot to another: the drag data and the accepted drops. */

/** The MIME type marks a picture of a case: during a drag only types can be read, not data. */
export const pictureDragType = 'application/x-archline-picture';

type Carried = { types: readonly string[]; getData: (type: string) => string };

/** Whether a drag may drop here: a picture of the case, or files from outside. */
export const acceptsDrop = ({ types }: Pick<Carried, 'types'>): boolean =>
  types.includes(pictureDragType) || types.includes('Files');

/** Returns the id of the dropped file; undefined if it came from outside. */
export const droppedFileId = (carried: Carried): string | undefined =>
  carried.getData(pictureDragType) || undefined;
