/** When an unused session ends, and how long before that its person is warned. Apart from `limits`, for the first script. */
export const idleMs = 15 * 60_000;
export const idleWarningMs = 60_000;
