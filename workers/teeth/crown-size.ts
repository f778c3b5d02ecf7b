/** Size of a crown, and its level of detail. */

/** Mesiodistal, buccolingual, and from neck to edge, mm. */
export type CrownSize = { width: number; depth: number; crown: number };

/** Vertices around a crown; rings of an incisor, of a molar's wall, and of its occlusal surface. */
export type CrownDetail = { around: number; front: number; wall: number; top: number };

/** Fine level of detail: about 5,000 triangles a crown. */
export const fineCrownDetail: CrownDetail = { around: 80, front: 34, wall: 10, top: 23 };
/** Coarse level of detail: about 900 triangles a crown. */
export const coarseCrownDetail: CrownDetail = { around: 32, front: 15, wall: 4, top: 10 };

/** Length in mm of the root below the neck, visible when a tooth moves out of the gum. */
export const collarLengthMm = 2.4;
