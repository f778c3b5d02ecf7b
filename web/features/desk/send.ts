/** Commands on the desk; what is on screen is read again after each. */
import type { CannedContent } from '#events/desk/canned.ts';
import type { CourierName } from '#events/desk/courier-name.ts';
import type { DayHours, SpecialDay } from '#events/desk/hours.ts';
import { command, type Done } from '#web/lib/act.ts';
import { thisPage } from '#web/lib/browser.ts';
import { desk } from '#web/lib/talk-view.ts';

async function sent<T>(done: Done<T>): Promise<Done<T>> {
  await thisPage().client.invalidateQueries({ queryKey: desk().queryKey });
  return done;
}

export const changeHours = async (week: readonly (DayHours | null)[]) =>
  sent(await command('PUT', '/desk/hours', { week }));

export const nameCouriers = async (couriers: readonly CourierName[]) =>
  sent(await command('PUT', '/desk/couriers', { couriers }));

/** One after the other: each is decided on what the one before it left. Stops at the first that is refused. */
async function each<T>(all: readonly T[], one: (of: T) => Promise<Done<unknown>>): Promise<boolean> {
  for (const of of all) {
    const done = await one(of);
    if (!done.ok) {
      await sent(done);
      return false;
    }
  }
  await thisPage().client.invalidateQueries({ queryKey: desk().queryKey });
  return true;
}

export const addDays = (days: readonly SpecialDay[]) =>
  each(days, day => command('POST', '/desk/holidays', day));
export const removeDays = (days: readonly SpecialDay[]) =>
  each(days, ({ day }) => command('DELETE', `/desk/holidays/${day}`));

type Body = Omit<CannedContent, 'order'> & { order?: number };
export const keepCanned = async (id: string | undefined, body: Body) =>
  sent(
    id === undefined
      ? await command('POST', '/desk/canned', body)
      : await command('PUT', `/desk/canned/${encodeURIComponent(id)}`, body),
  );
export const removeCanned = async (id: string) =>
  sent(await command('DELETE', `/desk/canned/${encodeURIComponent(id)}`));
export const changeDuty = async (on: boolean) => sent(await command('POST', '/desk/duty', { on }));
