/**
 * Which drawing of a plan draw-plan.ts makes. One more wherever its pictures become others: those that were kept before
 * are then no longer shown, and new ones are drawn when they are asked for.
 */
export const drawing = 2;
