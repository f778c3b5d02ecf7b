/**
 * Which drawing of a plan draw-plan.ts makes. One more wherever its pictures or its measured numbers become
 * others: those that were kept before are then no longer shown, and new ones are made when they are asked for.
 */
export const drawing = 2;
