/** What holds for every link. Apart from the schemas, which no page needs that only offers the choices. */
export const shareLimits = {
  daysMin: 1,
  daysMax: 90,
  daysDefault: 7,
  /** Of the page of a patient's wear, which goes on as long as the treatment. */
  wearDaysMax: 730,
  /** Beyond the day of the last aligner: the page is asked for a while after it. */
  wearDaysBeyond: 42,
  wearDaysDefault: 365,
  /** Links of a case that are open at once. */
  open: 20,
} as const;
