/** How large a crown is and how finely it is drawn. */

/** Mesiodistal, buccolingual and from neck to edge, mm. */
export type CrownSize = { width: number; depth: number; crown: number };

/** Corners around a crown, rings of an incisor, rings of a molar's wall and of its biting surface. */
export type Detail = { around: number; front: number; wall: number; top: number };

/** About 5,000 triangles a crown. */
export const fine: Detail = { around: 80, front: 34, wall: 10, top: 23 };
/** About 900. */
export const coarse: Detail = { around: 32, front: 15, wall: 4, top: 10 };

/** mm of root below the neck: what the gum hides, and shows where a tooth is moved out of it. */
export const collar = 2.4;
