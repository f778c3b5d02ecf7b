/** Address of the page that asks for the second step, after a first step by password or provider. */
import type { Refusal } from '#events/errors.ts';
import type { ApiContext } from './context.ts';
import type { Cookies } from './cookies.ts';

/**
 * Stores the ticket of the first step in the browser, and redirects to the second step.
 * @param refusal secondFactorNeeded
 */
export function redirectToSecondStep(
  c: ApiContext,
  cookies: Cookies,
  { refusal, returnTo }: { refusal: Refusal; returnTo: string },
): Response {
  const { ticket, kinds } = refusal.data ?? {};
  cookies.set(c, 'ticket', String(ticket));
  const isPasskeyOnly = String(kinds) === 'passkey';
  const query = new URLSearchParams({ returnTo, ...(isPasskeyOnly && { by: 'passkey' }) });
  return c.redirect(`/login/secondStep?${query}`, 303);
}
