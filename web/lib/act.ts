/** Commands: each carries its own idempotency key, so a retry after a lost answer is safe. */

import type { Action } from '#events/case/rules.ts';
import type { CommandData } from '#services/api/command-answers.ts';
import { toast } from '#web/ui/toast.tsx';
import {
  ApiError,
  type ApiResponse,
  type CallOptions,
  type CommandMethod,
  type DeclaredData,
  type DeclaredPath,
  fillPath,
  type PathParts,
  type PlainDeclaredPath,
} from './api.ts';
import { currentPage, pageApi } from './browser.ts';
import { socketStatusAtom } from './live-state.ts';
import { screenStore } from './screen-store.ts';

/** The server's reason for refusing a command; null after success. */
export type CommandRefusal = null | Pick<ApiError, 'issues' | 'message'>;
export const refusalOf = <T>(done: CommandResult<T>): CommandRefusal => (done.ok ? null : done.error);

export type CommandResult<T> = { ok: true; answer: ApiResponse<T> } | { ok: false; error: ApiError };

type CommandOptions = { ifMatch?: string; key?: string; quiet?: boolean; outlivesPage?: boolean };

const wait = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds));
const pauses = [400, 1500];

/** Failures that allow a retry with the same key: no answer (0), or 503. */
const mayTryAgain = (error: ApiError) => error.http === 0 || error.http === 503;

async function sendAgain(
  method: CommandMethod,
  path: string,
  call: CallOptions,
): Promise<ApiResponse<unknown>> {
  for (const pause of pauses) {
    try {
      return await pageApi().send(method, path, call);
    } catch (error) {
      if (!(error instanceof ApiError) || !mayTryAgain(error)) throw error;
      await wait(pause);
    }
  }
  return pageApi().send(method, path, call);
}

/**
 * Sends a command and retries it with the same key when the connection breaks. A refusal that names no field
 * is shown
 * in a toast (`quiet` leaves that to the caller); field errors are in `error.issues`.
 */
export function sendCommand<M extends CommandMethod, P extends DeclaredPath<M>>(
  method: M,
  path: P,
  body: unknown,
  options: CommandOptions & { parts: Record<PathParts<P>, string> },
): Promise<CommandResult<DeclaredData<M, P>>>;
export function sendCommand<M extends CommandMethod, P extends PlainDeclaredPath<M>>(
  method: M,
  path: P,
  body?: unknown,
  options?: CommandOptions,
): Promise<CommandResult<DeclaredData<M, P>>>;
export function sendCommand(
  method: CommandMethod,
  path: string,
  body?: unknown,
  options?: CommandOptions,
): Promise<CommandResult<unknown>>;
export async function sendCommand(
  method: CommandMethod,
  path: string,
  body?: unknown,
  options: CommandOptions & { parts?: Readonly<Record<string, string>> } = {},
): Promise<CommandResult<unknown>> {
  const { quiet, parts = {}, key = crypto.randomUUID(), ...how } = options;
  try {
    return { ok: true, answer: await sendAgain(method, fillPath(path, parts), { body, key, ...how }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!quiet && error.issues.length === 0) toast({ text: error.message, tone: 'danger' });
    return { ok: false, error };
  }
}

/** Invalidates the queries of one case. Invalidates the lists too while no socket updates them. */
export async function refreshCase(caseId: string): Promise<void> {
  const { client } = currentPage();
  const lists =
    screenStore.get(socketStatusAtom) === 'live' ? [] : [['cases'], ['workbench'], ['counts'], ['unread']];
  const keys = [['case', caseId], ['history', caseId], ['files', caseId], ...lists];
  await Promise.all(keys.map(queryKey => client.invalidateQueries({ queryKey })));
}

/** The answer to an action: the case's new state as this person may see it. */
export type ActionResult = CommandData<'POST /api/cases/:id/actions/:action'>;

/**
 * Takes a lifecycle action on a case. If the action is no longer possible (409 or 404), shows a toast and
 * reloads
 * the case. Does not throw on a refusal.
 */
export async function takeAction(
  caseId: string,
  action: Action,
  input: object = {},
  options: { quiet?: boolean } = {},
): Promise<CommandResult<ActionResult>> {
  const parts = { id: caseId, action };
  const done = await sendCommand('POST', '/cases/:id/actions/:action', input, { ...options, parts });
  const stale = !done.ok && (done.error.http === 409 || done.error.http === 404);
  if (stale) await currentPage().client.invalidateQueries({ queryKey: ['cases'] });
  if (done.ok || stale) await refreshCase(caseId);
  return done;
}
