/** /invitation: an invited person chooses user name and password, and is signed in. */
import type { Hono } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type { TypedForm } from '#web/pages/AccountFields.tsx';
import type { PlainPage } from '#web/pages/render-page.tsx';
import type { Timers } from '../clock/clock.ts';
import type { ApiContext, ApiEnv } from '../http/context.ts';
import { type Cookies, setSession } from '../http/cookies.ts';
import { refusalOfError } from '../http/envelope.ts';
import type { Dictionaries, Lang } from '../i18n/dictionaries.ts';
import { type Invitations, type InvitedFacts, invitationPath } from '../people/invitations.ts';
import type { Sessions } from '../people/sessions.ts';
import { preferencesOf } from './page-preferences.ts';
import { emptyForm, readForm, refusedForm } from './typed-form.ts';

type InvitationPageDeps = {
  invitations: Pick<Invitations, 'find' | 'accept'>;
  sessions: Sessions;
  cookies: Cookies;
  words: Dictionaries;
  timers: Timers;
};

/** @param lang language of the page if no cookie sets one */
type Show = (c: ApiContext, page: PlainPage, status: StatusCode, lang?: Lang) => Promise<Response>;

const NEXT = '/workbench';
const OK = 200;
const GONE = 410;

const closed: PlainPage = { page: 'closedLink', purpose: 'invitation' };
const fields = ['name', 'userName', 'password', 'passwordAgain'] as const;

export function addInvitationPage(app: Hono<ApiEnv>, deps: InvitationPageDeps, show: Show): void {
  const { invitations, sessions, cookies } = deps;
  const pageOf = (
    c: ApiContext,
    token: string,
    { invited, typed }: { invited: InvitedFacts; typed?: TypedForm },
  ): PlainPage => ({
    page: 'invitation',
    token,
    position: invited.position,
    organisation: invited.organisation[preferencesOf(c, invited.lang).lang],
    typed: typed ?? { ...emptyForm, values: { name: invited.name } },
  });
  app.get(invitationPath, async c => {
    const token = c.req.query('token') ?? '';
    const invited = await invitations.find(token);
    return invited ? show(c, pageOf(c, token, { invited }), OK, invited.lang) : show(c, closed, GONE);
  });
  app.post(invitationPath, async c => {
    let sent: Record<string, string> = {};
    try {
      sent = await readForm(c, deps);
      const { token = '', ...form } = sent;
      const personId = await invitations.accept(token, form);
      if (personId === undefined) return await show(c, closed, GONE);
      setSession(c, cookies, await sessions.begin(personId));
      return c.redirect(NEXT, 303);
    } catch (error) {
      const refusal = refusalOfError(error);
      if (!refusal || refusal.http === 429) throw error;
      const { token = '' } = sent;
      const invited = await invitations.find(token);
      if (!invited) return show(c, closed, GONE);
      const { lang } = preferencesOf(c, invited.lang);
      const typed = refusedForm(sent, refusal, { ...deps, lang, fields });
      // Boundary: error statuses are HTTP statuses that allow a body.
      return show(c, pageOf(c, token, { invited, typed }), refusal.http as StatusCode, invited.lang);
    }
  });
}
