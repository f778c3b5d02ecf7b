/** How the reads of each view get at a row. */

export type Found<Row> = { row: Row; position: bigint };
/** A view's row and the position of its last event. The caller names the row's type, as in Reader. */
export type FindRow = <Row>(view: string, id: string) => Found<Row> | undefined;

export const defined = <T>(value: T | undefined): value is T => value !== undefined;
