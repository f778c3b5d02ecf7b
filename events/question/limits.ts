/** Limits of saved questions. Apart from their schemas, so that pages do not load those. */
export const questionLimits = {
  titleMax: 60,
  /** Characters of the text. */
  sqlMax: 64 * 1024,
  /** Questions of one person. */
  perPerson: 200,
} as const;
