/** Whether a report rests on another moment than its screen says. Pure. */

/** The reports of a screen are read one after the other, so that their last events are some seconds apart. */
const TOGETHER_MS = 60_000;

/**
 * @param clock of the report's last event, ISO; null without events
 * @param ofScreen that of the screen's basis line; undefined while it loads
 */
export const isOtherMoment = (clock: string | null, ofScreen: string | null | undefined): boolean =>
  ofScreen !== undefined && Math.abs(Date.parse(clock ?? '') - Date.parse(ofScreen ?? '')) > TOGETHER_MS;
