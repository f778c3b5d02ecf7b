/** What people do in a day, and how often: each is one act, after which they think. */
import { answered, call, dataOf, failed } from './api.js';
import { sections } from './order.js';
import { pick } from './people.js';
import { upload } from './tus.js';

const note = '13 的附件太高，请调整后再发。';
const said = [
  '您好，13 的附件在第 12 步之前粘吗？',
  '收到，今天下午处理。',
  'Please check the IPR at 11-21 as well.',
];
const planJson = JSON.stringify({ name: 'Plan', upperStages: 24, lowerStages: 20 });
const bytesOf = text => new Uint8Array([...text].map(letter => letter.charCodeAt(0))).buffer;
const dayOf = ms => new Date(ms).toISOString().slice(0, 10);

/** What each action of the lifecycle is given; an upload comes first where it names one. */
const inputs = {
  submitCase: () => ({}),
  acceptCase: () => ({}),
  deniedCase: () => ({ note }),
  submitPlan: async (user, { caseId }) => {
    const file = await upload(user, bytesOf(planJson), { caseId, kind: 'plan', filename: 'plan.json' });
    return { name: '方案', upperStages: 24, lowerStages: 20, files: [file] };
  },
  qualityAudit: () => ({ result: 'approved' }),
  confirmDoctor: () => ({ result: 'refused', note }),
  scheduleProduction: () => ({ upper: { from: 1, to: 10 }, lower: { from: 1, to: 10 } }),
  batchFailed: () => ({ note: '两副膜片在切割时撕裂。' }),
};

/** Who brings a case on by which of them. */
const turnOf = {
  Doctor: ['submitCase', 'confirmDoctor'],
  Technician: ['submitPlan'],
  Specialist: ['qualityAudit'],
  Service: ['acceptCase'],
  SuperMechanic: ['deniedCase'],
  VendorAdmin: ['scheduleProduction', 'batchFailed'],
};

const rowWith = (user, ...actions) =>
  pick([...user.rows.values()].filter(row => row.actions.some(action => actions.includes(action))));

async function act(user, row, action, input) {
  const path = `/api/cases/${row.caseId}/actions/${action}`;
  const done = await call(user, 'POST', path, { body: input, pattern: `/api/cases/:id/actions/${action}` });
  // What has become of it the socket tells.
  user.rows.delete(row.caseId);
  return done;
}

async function list(user) {
  const query = pick([
    'tab=action',
    'tab=action',
    '',
    'page=2',
    'filter=3',
    `keyword=${encodeURIComponent('张')}`,
  ]);
  const data = dataOf(await call(user, 'GET', `/api/cases?${query}`, { pattern: '/api/cases' }));
  if (data) user.rows = new Map(data.items.map(row => [row.caseId, row]));
}

/** The page of a case asks both at once. */
async function open(user) {
  const row = pick([...user.rows.values()]);
  if (!row) return list(user);
  const path = `/api/cases/${row.caseId}`;
  user.line.emit('case:watch', { caseId: row.caseId, doing: 'viewing' });
  await Promise.all([
    call(user, 'GET', path, { pattern: '/api/cases/:id' }),
    call(user, 'GET', `${path}/history`, { pattern: '/api/cases/:id/history' }),
  ]);
}

async function bringOn(user) {
  const mine = turnOf[user.position] || [];
  const row = rowWith(user, ...mine);
  if (!row) {
    const data = dataOf(await call(user, 'GET', '/api/cases?tab=action&size=50', { pattern: '/api/cases' }));
    for (const item of data?.items ?? []) user.rows.set(item.caseId, item);
    return;
  }
  const action = mine.find(name => row.actions.includes(name));
  await act(user, row, action, await inputs[action](user, row));
}

/** A new case, section by section; the last one ends it. */
async function draft(user) {
  if (!user.draft) {
    const data = dataOf(await call(user, 'POST', '/api/cases', { body: {} }));
    if (data) user.draft = { caseId: data.caseId, left: Object.entries(sections()) };
    return;
  }
  const { caseId, left } = user.draft;
  const [name, body] = left.shift();
  await call(user, 'PUT', `/api/cases/${caseId}/${name}`, { body, pattern: `/api/cases/:id/${name}` });
  if (left.length === 0) user.draft = undefined;
}

async function comment(user) {
  const row =
    rowWith(user, 'commentPlan') ?? [...user.rows.values()].find(r => [13, 14, 15, 18].includes(r.status));
  if (!row?.planVersion) return open(user);
  const where = { list: 'plans', version: row.planVersion, stage: 12, tooth: 12, place: [0, 3, 1] };
  await act(user, row, 'commentPlan', { ...where, note });
}

async function wear(user) {
  const row = [...user.rows.values()].find(r => r.status === 25);
  if (!row) {
    const query = `/api/cases?keyword=${encodeURIComponent('张')}&size=20`;
    for (const item of dataOf(await call(user, 'GET', query, { pattern: '/api/cases' }))?.items ?? [])
      user.rows.set(item.caseId, item);
    return;
  }
  const start = dayOf(Date.now() - 86_400_000);
  await act(user, row, 'recordWear', { start, stage: 1, days: 7 + Math.floor(Math.random() * 7) });
}

const patients = user => call(user, 'GET', '/api/patients');
const workbench = user => call(user, 'GET', '/api/workbench');

/** Opens a conversation as the page does: what it is, its newest page, and the line. */
async function openTalk(user) {
  const chats = dataOf(await call(user, 'GET', '/api/chats?size=50', { pattern: '/api/chats' }));
  const talk = pick(chats?.items ?? []);
  if (!talk) return;
  if (user.talk) user.line.emit('chat:leave', { conversation: user.talk });
  const path = `/api/chats/${talk.id}/messages?size=50`;
  const [opened] = await Promise.all([
    user.line.ask('chat:open', { conversation: talk.id }),
    call(user, 'GET', path, { pattern: '/api/chats/:id/messages' }),
  ]);
  user.talk = opened.ok ? talk.id : undefined;
}

async function say(user) {
  if (!user.line.isOpen()) return;
  if (!user.talk) return openTalk(user);
  const from = Date.now();
  const message = { conversation: user.talk, client: crypto.randomUUID(), text: pick(said) };
  const answer = await user.line.ask('chat:send', message);
  answered(Date.now() - from, 'chat:send');
  if (!answer.ok) failed('chat:send', JSON.stringify(answer));
}

/** Of a hundred acts, by who it is. */
const days = {
  Doctor: {
    list: 16,
    open: 18,
    draft: 14,
    bringOn: 10,
    comment: 8,
    wear: 8,
    patients: 4,
    workbench: 2,
    say: 14,
    openTalk: 6,
  },
  Assistant: { list: 22, open: 24, wear: 14, patients: 10, workbench: 4, say: 18, openTalk: 8 },
  staff: { list: 16, open: 22, bringOn: 34, workbench: 2, say: 18, openTalk: 8 },
};
const acts = { list, open, draft, bringOn, comment, wear, patients, workbench, say, openTalk };
const drawn = Object.fromEntries(
  Object.entries(days).map(([who, parts]) => [
    who,
    Object.entries(parts).flatMap(([name, times]) => Array.from({ length: times }, () => name)),
  ]),
);

/** The next thing that somebody does. */
export function nextAct(user) {
  return acts[pick(drawn[user.position] ?? drawn.staff)](user);
}
