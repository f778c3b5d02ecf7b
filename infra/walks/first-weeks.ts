/** A clinic's first weeks over HTTP: registration, contacts, passwords, colleagues, a second factor, a case, mistakes. */
import { expect, vi } from 'vitest';
import { totpCodeAt } from '#services/people/totp.ts';
import { Client, signIn } from '../testing/client.ts';
import type { ServerProcess } from '../testing/server.ts';

type Server = Pick<ServerProcess, 'url' | 'advance'>;
/** Whose text it is, or that it is a secret. Decides where the text may be stored. */
export type SensitiveTextKind = 'person' | 'secret' | 'patient';
/** Texts used in the walk, by text: kind and description. */
export type UsedTexts = Map<string, { kind: SensitiveTextKind; what: string }>;
const used: UsedTexts = new Map();

const note = (kind: SensitiveTextKind, what: string, text: string | undefined): string => {
  if (!text || text.length < 4) throw new Error(`${what} is "${text}"`);
  used.set(text, { kind, what });
  return text;
};
const person = (what: string, text: string) => note('person', what, text);
const secret = (what: string, text: string | undefined) => note('secret', what, text);
const patient = (what: string, text: string) => note('patient', what, text);

export const walkNames = {
  doctor: '司徒静怡',
  colleague: '欧阳慕白',
  assistant: '轩辕晓雯',
  patient: '慕容雨桐',
};
const texts = {
  doctorLogin: 'situ.jingyi',
  doctorPhone: '13977770001',
  newPhone: '13977770002',
  mail: 'situ.jingyi@walk-clinic.example',
  colleagueLogin: 'ouyang.mubai',
  colleagueMail: 'ouyang.mubai@walk-clinic.example',
  assistantLogin: 'xuanyuan.xiaowen',
  assistantPhone: '13977770003',
  assistantAddress: '幽兰路七百七十七号',
} as const;
const passwords = ['wanderlust77', 'moonharbor88', 'silverfern99', 'coralreef55', 'paperkite66'] as const;
const talk = '慕容雨桐周五来复查，电话稍后补上';

type Messages = { items: { text: string }[]; total: number };
const messagesTo = async (client: Client, to: string) =>
  (await client.get<Messages>(`/api/demo/messages?to=${encodeURIComponent(to)}`)).data;

/** Calls `send`, and returns the pattern's first group from the next message to the address. */
async function foundInMessage(
  client: Client,
  { to, pattern, send }: { to: string; pattern: RegExp; send: () => Promise<unknown> },
): Promise<string> {
  const { total: before } = await messagesTo(client, to);
  await send();
  return vi.waitFor(async () => {
    const { items, total } = await messagesTo(client, to);
    const texts = items.slice(0, total - before).map(({ text }) => pattern.exec(text)?.[1]);
    const found = texts.find(text => text !== undefined);
    if (found === undefined) throw new Error(`no message to ${to}`);
    return found;
  }, 60_000);
}

async function done<T>(answer: ReturnType<Client['call']>): Promise<T> {
  const { http, text, data } = await answer;
  if (http !== 200) throw new Error(text);
  // Cast: the caller names the type of the call's answer.
  return data as T;
}

async function codeFor(client: Client, body: { purpose: string; phone?: string; email?: string }) {
  const to = body.phone ?? body.email ?? '';
  const send = () => done(client.post('/api/codes', body));
  return secret(`code of ${body.purpose}`, await foundInMessage(client, { to, pattern: /(\d{6})/, send }));
}

type Signed = { token: string; user: { id: string; orgId: string } };
const tokenOf = async (client: Client, answer: Promise<Signed>) => {
  client.token = secret('session token', (await answer).token);
};

async function register(client: Client): Promise<Signed['user']> {
  const [doctorPassword] = passwords;
  const form = {
    userName: person('login', texts.doctorLogin),
    password: secret('password', doctorPassword),
    name: person('name', walkNames.doctor),
    phone: person('phone', texts.doctorPhone),
    clinic: '远行口腔门诊部',
  };
  const code = await codeFor(client, { purpose: 'register', phone: texts.doctorPhone });
  const answer = await done<Signed>(client.post('/api/register', { ...form, code }));
  client.token = secret('session token', answer.token);
  return answer.user;
}

async function changeContacts(client: Client): Promise<void> {
  const [oldPassword] = passwords;
  const phone = person('new phone', texts.newPhone);
  const email = person('e-mail', texts.mail);
  const phoneCode = await codeFor(client, { purpose: 'contact', phone });
  await done(client.put('/api/profile/phone', { phone, code: phoneCode, oldPassword }));
  const mailCode = await codeFor(client, { purpose: 'contact', email });
  await done(client.put('/api/profile/email', { email, code: mailCode, oldPassword }));
}

const RESEND_MS = 60_000;
let ahead = 0;

/** Advances the clock, because a code may be sent again only after a minute. */
async function later(server: Server): Promise<void> {
  ahead += RESEND_MS;
  await server.advance(RESEND_MS);
}

/** Sets a new password by code and another one by link, and signs in with it. */
async function forget(server: Server, doctor: Client): Promise<void> {
  const [, byCode, password] = passwords;
  await later(server);
  const code = await codeFor(doctor, { purpose: 'forgotPwd', phone: texts.newPhone });
  const first = { phone: texts.newPhone, code, password: secret('password', byCode), passwordAgain: byCode };
  await done(doctor.post('/api/forgotPwd', first));
  await later(server);
  const email = texts.mail;
  const send = () => done(doctor.post('/api/forgotPwd/link', { email }));
  const pattern = /token=([\w.-]+)/;
  const token = secret('link', await foundInMessage(doctor, { to: email, pattern, send }));
  await fetch(`${doctor.url}/forgetPwd?token=${token}`);
  const form = { token, password: secret('password', password), passwordAgain: password };
  await done(doctor.post('/api/forgotPwd', form));
  doctor.token = '';
  await tokenOf(doctor, done<Signed>(doctor.post('/api/login', { userName: texts.mail, password })));
}

async function invite(admin: Client, orgId: string): Promise<void> {
  const [, , , password] = passwords;
  const email = person('invited e-mail', texts.colleagueMail);
  const name = person('invited name', walkNames.colleague);
  const wanted = { name, email, position: 'Doctor', orgId, lang: 'zh-CN' };
  const send = () => done(admin.post('/api/invitations', wanted));
  const pattern = /invitation\?token=([\w.-]+)/;
  const token = secret('invitation', await foundInMessage(admin, { to: email, pattern, send }));
  await fetch(`${admin.url}/invitation?token=${token}`);
  const userName = person('invited login', texts.colleagueLogin);
  const form = { token, name, userName, password: secret('password', password), passwordAgain: password };
  const answer = await fetch(`${admin.url}/invitation`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
  await new Client(admin.url).post('/api/login', { userName, password: `${password}x` });
}

async function addAssistant(doctor: Client): Promise<void> {
  const [, , , , password] = passwords;
  const account = {
    userName: person('login', texts.assistantLogin),
    password: secret('password', password),
    name: person('name', walkNames.assistant),
    phone: person('phone', texts.assistantPhone),
    address: person('address', texts.assistantAddress),
  };
  await done(doctor.post('/api/assistants', account));
  const assistant = new Client(doctor.url);
  const credentials = { userName: account.userName, password };
  await tokenOf(assistant, done<Signed>(assistant.post('/api/login', credentials)));
  await done(assistant.get('/api/workbench'));
}

/** Turns an authenticator app on, and signs in with a recovery code. */
async function addFactor(doctor: Client): Promise<void> {
  const [, , password] = passwords;
  const started = await done<{ secret: string }>(doctor.post('/api/factors/totp', { oldPassword: password }));
  const code = totpCodeAt(secret('authenticator secret', started.secret), Date.now() + ahead);
  const handed = await done<{ recoveryCodes: string[] }>(doctor.post('/api/factors/totp/confirm', { code }));
  secret('authenticator code', code);
  for (const one of handed.recoveryCodes) secret('recovery code', one);
  doctor.token = '';
  const { data } = await doctor.post<{ ticket: string }>('/api/login', {
    userName: texts.newPhone,
    password,
  });
  const ticket = secret('ticket', data.ticket);
  const step = { ticket, kind: 'recovery', code: handed.recoveryCodes[0] };
  await tokenOf(doctor, done<Signed>(doctor.post('/api/secondStep', step)));
}

async function workOnCase(doctor: Client, doctorId: string): Promise<void> {
  const { caseId } = await done<{ caseId: string }>(doctor.post('/api/cases'));
  const facts = {
    name: patient("patient's name", walkNames.patient),
    gender: 2,
    birthDate: patient('birth date', '2003-07-19'),
    address: patient("patient's address", '听雨巷九百九十九号'),
    remarks: patient('remarks', '对乳胶过敏并且怕疼'),
  };
  await done(doctor.put(`/api/cases/${caseId}/patient`, facts));
  await doctor.put(`/api/cases/${caseId}/patient`, { ...facts, gender: facts.name });
  await done(doctor.get(`/api/cases?keyword=${encodeURIComponent(walkNames.patient)}`));
  const message = { client: crypto.randomUUID(), text: patient('chat message', talk) };
  await done(doctor.post(`/api/chats/service.${doctorId}/messages`, message));
  await done(doctor.get(`/api/chats/search?q=${encodeURIComponent('复查')}`));
}

/** Types credentials in wrong fields and wrong forms, which must not be logged either. */
async function mistype(client: Client): Promise<void> {
  const [, , password] = passwords;
  const stranger = new Client(client.url);
  await stranger.post('/api/login', { userName: password, password: texts.mail });
  await stranger.post('/api/login', { userName: { name: walkNames.doctor }, password });
  await client.get(`/api/users?keyword=${encodeURIComponent(walkNames.doctor)}`);
  await client.get(`/${texts.doctorPhone}?email=${texts.mail}`);
  await fetch(`${client.url}/api/sysUser`, { headers: { Authorization: `${password}.${client.token}` } });
}

/** Plays the weeks. Returns every text that people typed, received or used to sign in. */
export async function playFirstWeeks(server: Server): Promise<UsedTexts> {
  const doctor = new Client(server.url);
  const admin = await signIn(server.url, 'admin');
  const { id, orgId } = await register(doctor);
  await done(admin.post(`/api/users/${id}/permanent`));
  await changeContacts(doctor);
  await forget(server, doctor);
  await invite(admin, orgId);
  await addAssistant(doctor);
  await addFactor(doctor);
  await workOnCase(doctor, id);
  await mistype(doctor);
  return used;
}
