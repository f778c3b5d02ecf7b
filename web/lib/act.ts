/** Commands: every one with its own key, so that it may be sent again when nobody knows whether it arrived. */

import type { Action } from '#events/case/rules.ts';
import type { Status } from '#events/case/status.ts';
import { toast } from '#web/ui/toast.tsx';
import { type Answered, ApiError, type Call } from './api.ts';
import { api, thisPage } from './browser.ts';
import { connection } from './live.ts';
import { screenStore } from './screen-store.ts';

/** Why a command was refused; null after success. */
export type Refused = null | Pick<ApiError, 'issues' | 'message'>;
export const refusedOf = <T>(done: Done<T>): Refused => (done.ok ? null : done.error);

export type Done<T> = { ok: true; answer: Answered<T> } | { ok: false; error: ApiError };

const wait = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds));
const pauses = [400, 1500];

/** No answer, or "not now": the same key may be sent again. */
const mayTryAgain = (error: ApiError) => error.http === 0 || error.http === 503;

async function sendAgain<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  call: Call,
): Promise<Answered<T>> {
  for (const pause of pauses) {
    try {
      return await api().send<T>(method, path, call);
    } catch (error) {
      if (!(error instanceof ApiError) || !mayTryAgain(error)) throw error;
      await wait(pause);
    }
  }
  return api().send<T>(method, path, call);
}

/**
 * Sends a command; a broken connection is tried again with the same key. What was refused without naming a field is
 * said in a toast (`quiet` leaves that to the caller); fields come back in `error.issues`.
 */
export async function command<T = unknown>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  options: { ifMatch?: string; key?: string; quiet?: boolean; outlivesPage?: boolean } = {},
): Promise<Done<T>> {
  const { quiet, key = crypto.randomUUID(), ...how } = options;
  try {
    return { ok: true, answer: await sendAgain<T>(method, path, { body, key, ...how }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!quiet && error.issues.length === 0) toast({ text: error.message, tone: 'danger' });
    return { ok: false, error };
  }
}

/** Reads again what shows a case; lists only where no socket tells them. */
export async function refresh(caseId: string): Promise<void> {
  const { client } = thisPage();
  const lists =
    screenStore.get(connection) === 'live' ? [] : [['cases'], ['workbench'], ['counts'], ['unread']];
  const keys = [['case', caseId], ['history', caseId], ['files', caseId], ...lists];
  await Promise.all(keys.map(queryKey => client.invalidateQueries({ queryKey })));
}

/** The answer to an action: the case as it is for its person from then on. */
export type Acted = { caseId: string; status: Status; actions: Action[]; childId: string | null };

/**
 * Takes an action of the lifecycle on a case. Where it can no longer be taken (409, or the case is gone) a toast says
 * so and the row is read again. Never throws for a refusal.
 */
export async function act(
  caseId: string,
  action: Action,
  input: object = {},
  options: { quiet?: boolean } = {},
): Promise<Done<Acted>> {
  const path = `/cases/${encodeURIComponent(caseId)}/actions/${action}`;
  const done = await command<Acted>('POST', path, input, options);
  const stale = !done.ok && (done.error.http === 409 || done.error.http === 404);
  if (stale) await thisPage().client.invalidateQueries({ queryKey: ['cases'] });
  if (done.ok || stale) await refresh(caseId);
  return done;
}
