/**
 * /login/secondFactor: people who must have a second factor set one up here before they can open anything else. Native
 * forms call the API with the held session; a passkey needs the page's script.
 */
import type { Hono } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import * as z from 'zod/mini';
import { organisationName } from '#events/person/organisation.ts';
import { loginPath, safeReturnPath } from '#web/lib/return-path.ts';
import type { PlainPageWithProps } from '#web/pages/render-page.tsx';
import type { SecondFactorSetUpProps } from '#web/pages/SecondFactorSetUpPage.tsx';
import type { Clock, RepeatingTimers } from '../clock/clock.ts';
import type { ApiContext, ApiEnv } from '../http/context.ts';
import type { Cookies } from '../http/cookies.ts';
import { readAnyPageSession } from '../http/page-session.ts';
import type { Proxies } from '../http/proxies.ts';
import type { Dictionaries } from '../i18n/dictionaries.ts';
import type { FactorCommands } from '../people/factor-commands.ts';
import type { Passkeys } from '../people/passkeys.ts';
import type { PeopleDirectory } from '../people/people-directory.ts';
import type { Session } from '../people/session.ts';
import type { Sessions } from '../people/sessions.ts';
import { totpAddressOf } from '../people/totp.ts';
import { createFormCaller } from './form-call.ts';
import { pagePreferencesOf } from './page-preferences.ts';
import { emptyForm, readForm } from './typed-form.ts';

type SecondFactorPageDeps = {
  sessions: Sessions;
  clock: Clock;
  cookies: Cookies;
  proxies?: Proxies;
  passkeys: Pick<Passkeys, 'possible'>;
  factorCommands: Pick<FactorCommands, 'asksPassword'>;
  people: Pick<PeopleDirectory, 'current'>;
  words: Dictionaries;
  timers: RepeatingTimers;
  /** The API, called in-process for a form. */
  api: Hono<ApiEnv>;
};

type Show = (c: ApiContext, page: PlainPageWithProps, status?: StatusCode) => Promise<Response>;

const path = '/login/secondFactor';
const OK = 200;
/** An app's secret as the API writes it: base32. */
const secretFormat = /^[A-Z2-7]{16,64}$/;

const started = z.object({ secret: z.string(), address: z.string() });
const confirmed = z.object({ recoveryCodes: z.array(z.string()) });

type Part = Pick<SecondFactorSetUpProps, 'step' | 'typed'>;
type Filled = { fields: Record<string, string>; session: Session };

/** Starts an app with the current password, and shows its QR code. */
async function start(c: ApiContext, deps: SecondFactorPageDeps, { fields, session }: Filled) {
  const call = createFormCaller(c, { ...deps, token: session.token });
  const answer = await call('/api/factors/totp', { oldPassword: fields.oldPassword });
  const begun = started.safeParse(answer.data);
  const part: Part = begun.success
    ? { step: { name: 'scan', ...begun.data }, typed: emptyForm }
    : { step: { name: 'choose' }, typed: answer.typed };
  return { part, status: answer.status };
}

/** Confirms the app by its first code. A wrong one shows the same QR code again. */
async function confirm(c: ApiContext, deps: SecondFactorPageDeps, { fields, session }: Filled) {
  const { code = '', secret = '' } = fields;
  const call = createFormCaller(c, { ...deps, token: session.token });
  const answer = await call('/api/factors/totp/confirm', { code: code.replaceAll(/\s/g, '') });
  const done = confirmed.safeParse(answer.data);
  const scan = secretFormat.test(secret)
    ? ({ name: 'scan', secret, address: totpAddressOf(secret, session.person.userName) } as const)
    : ({ name: 'choose' } as const);
  const part: Part = done.success
    ? { step: { name: 'done', codes: done.data.recoveryCodes }, typed: emptyForm }
    : { step: scan, typed: answer.typed };
  return { part, status: answer.status };
}

export function addSecondFactorPage(app: Hono<ApiEnv>, deps: SecondFactorPageDeps, show: Show): void {
  const organisationOf = async (c: ApiContext, { person }: Session) => {
    const organisation = (await deps.people.current()).organisations.get(person.orgId);
    return organisation ? organisationName(organisation, pagePreferencesOf(c).lang) : '';
  };
  const shown = async (c: ApiContext, { fields, session }: Filled, part: Part, status: StatusCode) =>
    show(
      c,
      {
        page: 'secondFactor',
        returnTo: safeReturnPath(fields.returnTo),
        userName: session.person.userName,
        organisation: await organisationOf(c, session),
        passkeys: deps.passkeys.possible,
        asksPassword: await deps.factorCommands.asksPassword(session),
        token: session.token,
        ...part,
      },
      status,
    );
  /** Returns the held session, or a redirect if there is none. */
  const heldOr = async (c: ApiContext, returnTo: string | undefined) => {
    const to = safeReturnPath(returnTo);
    const session = await readAnyPageSession(c, deps);
    if (!session) return { go: c.redirect(loginPath(to), 303) };
    return session.held ? { session } : { go: c.redirect(to, 303) };
  };
  app.get(path, async c => {
    const returnTo = c.req.query('returnTo') ?? '';
    const { session, go } = await heldOr(c, returnTo);
    if (!session) return go;
    return shown(c, { fields: { returnTo }, session }, { step: { name: 'choose' }, typed: emptyForm }, OK);
  });
  app.post(path, async c => {
    const fields = await readForm(c, deps);
    const { session, go } = await heldOr(c, fields.returnTo);
    if (!session) return go;
    const run = fields.act === 'confirm' ? confirm : start;
    const { part, status } = await run(c, deps, { fields, session });
    return shown(c, { fields, session }, part, status);
  });
}
