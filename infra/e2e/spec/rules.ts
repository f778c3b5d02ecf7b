/**
 * Every rule of product-spec.md 5 in order: a request that breaks it with the expected field, or the test
 * that covers it.
 */
import type { Client } from '../../testing/client.ts';

/** Breaks a rule. @returns the names in the refusal */
type Break = (world: SpecRuleContext) => Promise<readonly string[]>;

export type SpecRuleContext = {
  url: string;
  as: (user: string) => Promise<Client>;
  /** A draft of the doctor with only the method set. */
  draft: string;
  /** Returns a case at a status that this user sees. */
  caseAt: (user: string, status: number) => Promise<string>;
};

export type SpecRule = { rule: string } & (
  | { breaks: Break; names: readonly string[] }
  /** A test that covers the rule: file and title. */
  | { test: string; title: string }
  | { later: string }
);

type Issues = { issues?: { path: string }[] };
type Missing = { missing: { field: string }[] };

const refused =
  (
    user: string,
    method: string,
    path: (world: SpecRuleContext) => string | Promise<string>,
    body: unknown,
  ): Break =>
  async world => {
    const client = await world.as(user);
    const answer = await client.call<Issues>(method, await path(world), body);
    if (answer.http !== 400) throw new Error(`not refused: ${answer.http} ${answer.text}`);
    return (answer.data?.issues ?? []).map(issue => issue.path);
  };
const section = (name: string, body: unknown) =>
  refused('doctor', 'PUT', ({ draft }) => `/api/cases/${draft}/${name}`, body);
const action = (user: string, status: number, name: string, body: unknown) =>
  refused(user, 'POST', async w => `/api/cases/${await w.caseAt(user, status)}/actions/${name}`, body);
const missing: Break = async ({ as, draft }) => {
  const { data } = await (await as('doctor')).get<Missing>(`/api/cases/${draft}`);
  return data.missing.map(({ field }) => field);
};
const upload =
  (
    kind: 'stl' | 'photo' | 'archive',
    slot: 'upper' | 'face-smile' | undefined,
    filename: string,
    text: string,
  ): Break =>
  async ({ as, draft }) => {
    const client = await as('doctor');
    const sent = await client.upload(Buffer.from(text), {
      caseId: draft,
      kind,
      filename,
      ...(slot ? { slot } : {}),
    });
    const { data } = await client.get<{ files: unknown[] }>(`/api/cases/${draft}`);
    return [`${sent.http}`, `${data.files.length} files`];
  };

/** Conversation with technical service of the doctor whom the assistant serves. */
const ownConversation: (world: SpecRuleContext) => Promise<string> = async ({ as }) => {
  const { data } = await (await as('doctor')).get<{ id: string }>('/api/sysUser');
  return `/api/chats/service.${data.id}/messages`;
};

const mega = 1024 * 1024;
/** Files for a chat: one too large, one with too long a name, and one at both limits. */
const chatFiles: Break = async ({ url, as }) => {
  const { token } = await as('doctor');
  const begin = async (length: number, filename: string) => {
    const metadata = { purpose: 'chat', kind: 'chat', filename };
    const answer = await fetch(`${url}/api/uploads`, {
      method: 'POST',
      headers: {
        'Tus-Resumable': '1.0.0',
        Authorization: token,
        'Upload-Length': String(length),
        'Upload-Metadata': Object.entries(metadata)
          .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
          .join(','),
      },
    });
    const text = await answer.text();
    const issues: { path: string }[] = text ? JSON.parse(text).data.issues : [];
    return [answer.status, ...issues.map(issue => issue.path)].join(' ');
  };
  return Promise.all([
    begin(30 * mega + 1, 'scan.zip'),
    begin(100, `${'x'.repeat(296)}.zip`),
    begin(30 * mega, `${'x'.repeat(251)}.zip`),
  ]);
};

const consignee = {
  consignee: '周敏',
  phone: '13812345678',
  address: '中山东一路 18 号',
  zip: '200002',
  clinic: '滨江口腔',
};
const address = (field: keyof typeof consignee, value?: string) =>
  section('data', { deliveryAddress: { ...consignee, [field]: value } });
const inAddress = (field: string) => [`deliveryAddress.${field}`];

const accounts = 'people and back office';

export const specRules: readonly SpecRule[] = [
  {
    rule: 'login: user name and password cannot be empty',
    breaks: async ({ url }) => {
      const answer = await fetch(`${url}/api/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ userName: '', password: '' }),
      });
      const { data }: { data: Issues } = await answer.json();
      return (data.issues ?? []).map(issue => issue.path);
    },
    names: ['userName', 'password'],
  },
  {
    rule: 'login: wrong user name or password',
    test: 'services/people/sessions.test.ts',
    title: 'answers a wrong name and a wrong password alike',
  },
  {
    rule: 'login: frozen user',
    test: 'services/people/sessions.test.ts',
    title: 'as %s is frozen for 15 minutes by five wrong passwords',
  },
  {
    rule: 'login: caps lock on',
    test: 'infra/e2e/guards.spec.ts',
    title: 'warns of caps lock at a password field',
  },
  {
    rule: 'passwords: 6-20 letters and digits; the repeated one matches',
    test: 'web/features/account/password-rules.test.ts',
    title: 'both entries must be the same',
  },
  { rule: 'names: no digits', breaks: section('patient', { name: '张3' }), names: ['name'] },
  {
    rule: 'names: no illegal characters',
    breaks: section('patient', { doctor: 'Dr <b>' }),
    names: ['doctor'],
  },
  {
    rule: 'names: under 60 characters',
    breaks: section('patient', { name: '张'.repeat(60) }),
    names: ['name'],
  },
  { rule: 'account: correct account or phone; phone and e-mail well formed', later: accounts },
  {
    rule: 'patient: gender, name, address, doctor and clinic required',
    breaks: missing,
    names: ['gender', 'name', 'address', 'doctor', 'clinic'],
  },
  {
    rule: 'birth date: xxxx-xx-xx',
    breaks: section('patient', { birthDate: '1998-4-17' }),
    names: ['birthDate'],
  },
  {
    rule: 'birth date: valid',
    breaks: section('patient', { birthDate: '2001-02-31' }),
    names: ['birthDate'],
  },
  { rule: 'consignee: name required', breaks: address('consignee'), names: inAddress('consignee') },
  { rule: 'consignee: name well formed', breaks: address('consignee', '周4'), names: inAddress('consignee') },
  { rule: 'consignee: phone required', breaks: address('phone'), names: inAddress('phone') },
  { rule: 'consignee: phone well formed', breaks: address('phone', '12-'), names: inAddress('phone') },
  { rule: 'consignee: address required', breaks: address('address'), names: inAddress('address') },
  { rule: 'consignee: zip code required', breaks: address('zip'), names: inAddress('zip') },
  { rule: 'consignee: zip code well formed', breaks: address('zip', '?'), names: inAddress('zip') },
  { rule: 'consignee: clinic name required', breaks: address('clinic'), names: inAddress('clinic') },
  {
    rule: 'preference name: required',
    breaks: refused('doctor', 'POST', () => '/api/presets', { name: '', prescription: { step: 0.2 } }),
    names: ['name'],
  },
  {
    rule: 'preference name: not too long',
    breaks: refused('doctor', 'POST', () => '/api/presets', {
      name: 'a'.repeat(201),
      prescription: { step: 0.2 },
    }),
    names: ['name'],
  },
  {
    rule: 'preference name: unique (the built-in names are taken)',
    breaks: refused('doctor', 'POST', () => '/api/presets', {
      name: 'Non-Extraction',
      prescription: { step: 0.2 },
    }),
    names: ['name'],
  },
  {
    rule: 'preference: the number is limited',
    test: 'services/api/presets.test.ts',
    title: 'of a 21st preset is refused, also for two parallel requests',
  },
  {
    rule: 'bite record, IPR choice and extraction choice required',
    breaks: missing,
    names: ['bite', 'ipr', 'extraction'],
  },
  {
    rule: 'files: STL only',
    breaks: upload('stl', 'upper', 'upper.stl', 'ply\nformat ascii 1.0\n'),
    names: ['415', '0 files'],
  },
  {
    rule: 'files: STL max 200 MB',
    test: 'services/files/uploads.test.ts',
    title: 'a model of 200 MiB',
  },
  {
    rule: 'files: photos jpg, png, bmp, jpeg or tiff',
    breaks: upload('photo', 'face-smile', 'smile.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    names: ['415', '0 files'],
  },
  {
    rule: 'files: avatar jpg or png under 2 MB',
    test: 'services/api/avatars.test.ts',
    title: 'of 2 MiB and a byte',
  },
  {
    rule: 'files: chat files max 30 MB, names not too long',
    breaks: chatFiles,
    names: ['413 file', '400 filename', '201'],
  },
  {
    rule: 'files: others must be compressed before upload',
    breaks: upload('archive', undefined, 'notes.zip', 'not compressed at all'),
    names: ['415', '0 files'],
  },
  {
    rule: 'case data needs models, a tracking number or a data order number',
    breaks: missing,
    names: ['models'],
  },
  {
    rule: 'tracking number valid',
    breaks: section('data', { courier: 2, trackingNumber: '      ' }),
    names: ['trackingNumber'],
  },
  { rule: 'rejecting needs a note', breaks: action('supervisor', 10, 'deniedCase', {}), names: ['note'] },
  {
    rule: 'plan review notes cannot be empty',
    breaks: action('expert', 14, 'qualityAudit', { result: 'refused', note: '  ' }),
    names: ['note'],
  },
  {
    rule: 'batch shipping 1 to 100: not none',
    breaks: action('vendor', 16, 'scheduleProduction', { upper: { from: 0, to: 0 } }),
    names: ['upper.from', 'upper.to'],
  },
  {
    rule: 'batch shipping 1 to 100: not 101',
    test: 'events/shipment/shipment.test.ts',
    title: 'takes 1 to 100 trays in total',
  },
  {
    rule: 'wear record',
    test: 'services/api/wear.test.ts',
    title: 'an invalid wear record is refused by its field, and nothing is written',
  },
  {
    rule: 'retainer',
    test: 'events/retainer/retainer.test.ts',
    title: 'needs a quantity, and a basis for each ordered arch only',
  },
  {
    rule: 'chat and messages: blank content cannot be sent',
    breaks: refused('assistant', 'POST', ownConversation, { client: crypto.randomUUID(), text: ' \u200b\n' }),
    names: ['text'],
  },
  { rule: 'assistant account', later: accounts },
];
