/** Commands on the desk; each success invalidates the desk's query. */
import type { CannedAnswerContent } from '#events/desk/canned.ts';
import type { CustomCourierName } from '#events/desk/courier-name.ts';
import type { DayHours, SpecialDay } from '#events/desk/hours.ts';
import { type CommandResult, sendCommand } from '#web/lib/act.ts';
import { currentPage } from '#web/lib/browser.ts';
import { deskSettingsQuery } from '#web/lib/chat-queries.ts';

async function sent<T>(done: CommandResult<T>): Promise<CommandResult<T>> {
  await currentPage().client.invalidateQueries({ queryKey: deskSettingsQuery().queryKey });
  return done;
}

export const changeDeskHours = async (week: readonly (DayHours | null)[]) =>
  sent(await sendCommand('PUT', '/desk/hours', { week }));

export const saveCourierNames = async (couriers: readonly CustomCourierName[]) =>
  sent(await sendCommand('PUT', '/desk/couriers', { couriers }));

/**
 * Runs commands in sequence, because each depends on the result of the previous. Stops at the first refusal.
 */
async function each<T>(all: readonly T[], one: (of: T) => Promise<CommandResult<unknown>>): Promise<boolean> {
  for (const of of all) {
    const done = await one(of);
    if (!done.ok) {
      await sent(done);
      return false;
    }
  }
  await currentPage().client.invalidateQueries({ queryKey: deskSettingsQuery().queryKey });
  return true;
}

export const addSpecialDays = (days: readonly SpecialDay[]) =>
  each(days, day => sendCommand('POST', '/desk/holidays', day));
export const removeSpecialDays = (days: readonly SpecialDay[]) =>
  each(days, ({ day }) => sendCommand('DELETE', `/desk/holidays/${day}`));

type Body = Omit<CannedAnswerContent, 'order'> & { order?: number };
export const saveCannedAnswer = async (id: string | undefined, body: Body) =>
  sent(
    id === undefined
      ? await sendCommand('POST', '/desk/canned', body)
      : await sendCommand('PUT', `/desk/canned/${encodeURIComponent(id)}`, body),
  );
export const removeCannedAnswer = async (id: string) =>
  sent(await sendCommand('DELETE', `/desk/canned/${encodeURIComponent(id)}`));
export const switchDuty = async (on: boolean) => sent(await sendCommand('POST', '/desk/duty', { on }));
