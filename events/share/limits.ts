/** What holds for every link. Apart from the schemas, which no page needs that only offers the choices. */
export const shareLimits = {
  daysMin: 1,
  daysMax: 90,
  daysDefault: 7,
  /** Links of a case that are open at once. */
  open: 20,
} as const;
