/** Whether a report is as of another moment than its screen says. Pure. */

/** The reports of a screen are read one after the other, so their last events may be some seconds apart. */
const TOGETHER_MS = 60_000;

/**
 * @param clock time of the report's last event, ISO; null without events
 * @param ofScreen the same of the screen's basis line; undefined while it loads
 */
export const isOtherMoment = (clock: string | null, ofScreen: string | null | undefined): boolean =>
  ofScreen !== undefined && Math.abs(Date.parse(clock ?? '') - Date.parse(ofScreen ?? '')) > TOGETHER_MS;
