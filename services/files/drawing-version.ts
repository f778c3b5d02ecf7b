/**
 * Version of the drawings by draw-plan.ts. Increase it when pictures or measured numbers change. Drawings of older
 * versions are then no longer shown, and new ones are made on demand.
 */
export const drawingVersion = 2;
