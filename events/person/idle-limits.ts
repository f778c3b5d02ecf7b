/**
 * When an unused session ends, and how long before that its person is warned. Not in `limits`, so that the first script
 * of a page loads only these two.
 */
export const idleMs = 15 * 60_000;
export const idleWarningMs = 60_000;
