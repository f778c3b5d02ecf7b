/** Pages for people without an account or a password: registration, forgotten password, terms, the demo's messages. */
import type { Hono } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { mainOrganisation } from '#events/person/directory.ts';
import { privacyNoticeVersion, termsOfUseVersion } from '#events/person/terms.ts';
import type { CodeDelivery } from '#web/pages/CodeFields.tsx';
import type { ForgotPasswordProps, ForgotPasswordWay } from '#web/pages/ForgotPasswordPage.tsx';
import type { RegisterProps } from '#web/pages/RegisterPage.tsx';
import type { PlainPageWithProps } from '#web/pages/render-page.tsx';
import type { RepeatingTimers } from '../clock/clock.ts';
import type { ApiContext, ApiEnv } from '../http/context.ts';
import { refusalOfError } from '../http/envelope.ts';
import type { Dictionaries } from '../i18n/dictionaries.ts';
import type { PasswordResets } from '../people/password-resets.ts';
import type { PeopleDirectory } from '../people/people-directory.ts';
import type { DemoMessages } from '../sms/demo.ts';
import type { Sms } from '../sms/port.ts';
import { createFormCaller, type FormAnswer, typedFormOf } from './form-call.ts';
import { pagePreferencesOf } from './page-preferences.ts';
import { emptyForm, readForm, refusedFormOf } from './typed-form.ts';

export type JoiningPagesDeps = {
  /** The API, called in-process for a form. */
  api: Hono<ApiEnv>;
  sms: Sms | undefined;
  demoMessages: DemoMessages | undefined;
  passwordResets: Pick<PasswordResets, 'find'>;
  people: Pick<PeopleDirectory, 'current'>;
  supportPhone: string | undefined;
  timers: RepeatingTimers;
  words: Dictionaries;
  show: (
    c: ApiContext,
    page: PlainPageWithProps,
    status?: StatusCode,
    own?: { headers?: Record<string, string> },
  ) => Promise<Response>;
};

type Fields = Record<string, string>;
type Filled = { fields: Fields; answer?: FormAnswer | undefined };

/** Fields of these forms, which show a refusal's text beside them. */
const formFields = [
  ...['phone', 'email', 'code', 'userName', 'password', 'passwordAgain', 'name', 'clinic', 'accept', 'terms'],
];

const ADDRESS_MAX = 254;
const GONE = 410;
/** Sends no referrer, because the address of a page contains a link's token, which no other page may learn. */
export const secretAddressHeaders = { headers: { 'Referrer-Policy': 'no-referrer' } };

/** Returns those of the named fields that were filled in. */
const some = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap(name => (fields[name] === undefined ? [] : [[name, fields[name]]])));

/** Reads a form and sends it. A form that cannot be read is answered like a refusal. */
async function filled(
  c: ApiContext,
  deps: JoiningPagesDeps,
  run: (fields: Fields) => Promise<FormAnswer>,
): Promise<Filled> {
  let fields: Fields = {};
  try {
    fields = await readForm(c, deps);
    return { fields, answer: await run(fields) };
  } catch (error) {
    const refusal = refusalOfError(error);
    if (!refusal || refusal.http === 429) throw error;
    const lang = pagePreferencesOf(c).lang;
    const typed = refusedFormOf(fields, refusal, { ...deps, lang, fields: formFields });
    // Cast: error statuses are HTTP statuses that allow a body.
    return { fields, answer: { status: refusal.http as StatusCode, typed, cookies: [], data: null } };
  }
}

/** Describes the message that this answer has sent. */
const sentBy = ({ answer }: Filled, to: string | undefined): CodeDelivery | null => {
  const resendAfter = Object(answer?.data).resendAfter;
  return typeof resendAfter === 'number' && to !== undefined ? { to, resendAfter } : null;
};

/** Redirects after success, with the cookies that the call has set. */
function goOn(c: ApiContext, to: string, { cookies }: FormAnswer): Response {
  const answer = c.redirect(to, 303);
  for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie);
  return answer;
}

function addRegister(app: Hono<ApiEnv>, deps: JoiningPagesDeps): void {
  const { sms, demoMessages, show } = deps;
  const ways: RegisterProps['ways'] = sms ? ['phone', 'email'] : ['email'];
  const pageOf = (shown?: Filled): PlainPageWithProps => ({
    page: 'register',
    ways,
    typed: shown ? typedFormOf(shown.fields, shown.answer) : emptyForm,
    sent: shown ? sentBy(shown, shown.fields[shown.fields.way ?? 'email']) : null,
    demo: demoMessages !== undefined,
    terms: termsOfUseVersion,
  });
  const given = [
    'code',
    'userName',
    'password',
    'passwordAgain',
    'name',
    'phone',
    'email',
    'clinic',
    'terms',
  ];
  app.get('/register', c => show(c, pageOf()));
  app.post('/register', async c => {
    const call = createFormCaller(c, deps);
    const done = await filled(c, deps, fields => {
      const way = fields.way === 'phone' ? 'phone' : 'email';
      if (fields.act === 'code') return call('/api/codes', { purpose: 'register', ...some(fields, [way]) });
      // An unticked box means that no version of the terms is accepted.
      return call('/api/register', { ...some(fields, given), terms: fields.accept ? fields.terms : '' });
    });
    const { fields, answer } = done;
    if (answer?.status === 200 && fields.act !== 'code') return goOn(c, '/workbench', answer);
    return show(c, pageOf(done), answer?.status);
  });
}

/** Sends one of the forms of a forgotten password. */
function runForgot(c: ApiContext, deps: JoiningPagesDeps, fields: Fields): Promise<FormAnswer> {
  const call = createFormCaller(c, deps);
  if (fields.act === 'code') return call('/api/codes', { purpose: 'forgotPwd', ...some(fields, ['phone']) });
  if (fields.act === 'link') return call('/api/forgotPwd/link', some(fields, ['email']));
  const passwords = some(fields, ['password', 'passwordAgain']);
  const by =
    fields.token === undefined
      ? { phone: '', code: '', ...some(fields, ['phone', 'code']) }
      : some(fields, ['token']);
  return call('/api/forgotPwd', { ...by, ...passwords });
}

function addForgot(app: Hono<ApiEnv>, deps: JoiningPagesDeps): void {
  const { sms, demoMessages, supportPhone, passwordResets, show } = deps;
  const ways: readonly ForgotPasswordWay[] = sms ? ['support', 'phone', 'email'] : ['support', 'email'];
  const pageOf = (asked: string | undefined, shown?: Filled): { page: 'forgot' } & ForgotPasswordProps => {
    const way = ways.find(each => each === asked) ?? (sms ? 'phone' : 'email');
    return {
      page: 'forgot',
      ways,
      way,
      typed: shown ? typedFormOf(shown.fields, shown.answer) : emptyForm,
      sent: shown ? sentBy(shown, shown.fields[way]) : null,
      demo: demoMessages !== undefined,
      phone: supportPhone ?? null,
    };
  };
  /** Shows the page that a link's token opens, or the page that says that the link is no longer valid. */
  const linkPage = async (c: ApiContext, token: string, shown?: Filled) => {
    const person = await passwordResets.find(token);
    if (!person) return show(c, { page: 'closedLink', purpose: 'forgotPwd' }, GONE, secretAddressHeaders);
    const typed = shown ? typedFormOf(shown.fields, shown.answer) : emptyForm;
    const page = { page: 'newPassword', token, account: person.userName, typed } as const;
    return show(c, page, shown?.answer?.status, secretAddressHeaders);
  };
  app.get('/forgetPwd', c => {
    const token = c.req.query('token');
    return token === undefined ? show(c, pageOf(c.req.query('way'))) : linkPage(c, token);
  });
  app.post('/forgetPwd', async c => {
    const done = await filled(c, deps, fields => runForgot(c, deps, fields));
    const { fields, answer } = done;
    const isSet = fields.act !== 'code' && fields.act !== 'link';
    if (answer?.status === 200 && isSet) return goOn(c, '/login?why=reset', answer);
    if (fields.token !== undefined) return linkPage(c, fields.token, done);
    return show(c, pageOf(fields.way, done), answer?.status);
  });
}

function addLegal(app: Hono<ApiEnv>, { people, show }: JoiningPagesDeps): void {
  const texts = {
    '/termsOfUse': { text: 'terms', version: termsOfUseVersion },
    '/privacy': { text: 'privacy', version: privacyNoticeVersion },
  } as const;
  for (const [path, text] of Object.entries(texts))
    app.get(path, async c => {
      const operator = mainOrganisation(await people.current())?.name ?? null;
      return show(c, { page: 'legal', ...text, operator });
    });
}

export function addSignedOutPages(app: Hono<ApiEnv>, deps: JoiningPagesDeps): void {
  const { demoMessages, show } = deps;
  addRegister(app, deps);
  addForgot(app, deps);
  addLegal(app, deps);
  // Without the demo's driver the page answers like an unknown address.
  if (demoMessages)
    app.get('/demo/messages', c => {
      const to = c.req.query('to')?.trim().slice(0, ADDRESS_MAX) ?? '';
      return show(c, { page: 'demoMessages', to, messages: demoMessages.list(to || undefined) });
    });
}
