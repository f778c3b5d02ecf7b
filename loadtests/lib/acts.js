/** Acts of users during a day and their frequencies. After each act a user pauses. */
import { inputFactsAt, uploadFilesForScriptedInput } from '../../events/script/inputs.ts';
import { sampleAlignerOrder, sampleParcel } from '../../events/script/orders.ts';
import { answerData, callApi, countFailure, recordAnswerTime } from './api.js';
import { uploadSmallFile } from './tus.js';
import { pickRandom } from './users.js';

const note = '13 的附件太高，请调整后再发。';
const said = [
  '您好，13 的附件在第 12 步之前粘吗？',
  '收到，今天下午处理。',
  'Please check the IPR at 11-21 as well.',
];
const bytesOf = text => new Uint8Array([...text].map(letter => letter.charCodeAt(0))).buffer;
const dayOf = ms => new Date(ms).toISOString().slice(0, 10);

/**
 * Error codes: a colleague was quicker, so the case no longer allows the action or belongs to someone else.
 */
const overtaken = [103012, 103001];

/** Refuses every plan, so that cases can repeat their cycle. */
const changes = { confirmDoctor: () => ({ result: 'refused', note }) };

const random = {
  next: Math.random,
  below: n => Math.floor(Math.random() * n),
  chance: p => Math.random() < p,
  pick: pickRandom,
};

/** Uploads a plan's file with unique bytes. Resolves with undefined if a colleague was quicker. */
const uploadPlan = (user, caseId, { kind, stages }) => {
  const plan = { name: `Plan ${crypto.randomUUID()}`, upperStages: stages.upper, lowerStages: stages.lower };
  return uploadSmallFile(
    user,
    bytesOf(JSON.stringify(plan)),
    { caseId, kind, filename: 'plan.json' },
    overtaken,
  );
};

/** Resolves with the script's input of an action, or with undefined if its file was not uploaded. */
async function inputOf(user, { caseId, status }, action) {
  const asked = { action, example: user.examples[action], change: changes[action] };
  const hand = { random, today: dayOf(Date.now()), technicians: [] };
  let missing = false;
  const input = await uploadFilesForScriptedInput(asked, inputFactsAt(status), hand, async wish => {
    const id = await uploadPlan(user, caseId, wish);
    missing = !id;
    return id;
  });
  return missing ? undefined : input;
}

/** Actions with which each position brings a case on. */
const advancingActions = {
  Doctor: ['submitCase', 'confirmDoctor'],
  Technician: ['submitPlan'],
  Specialist: ['qualityAudit'],
  Service: ['acceptCase'],
  SuperMechanic: ['deniedCase'],
  VendorAdmin: ['scheduleProduction', 'batchFailed'],
};

const rowWith = (user, ...actions) =>
  pickRandom([...user.rows.values()].filter(row => row.actions.some(action => actions.includes(action))));

async function act(user, row, action, input) {
  const path = `/api/cases/${row.caseId}/actions/${action}`;
  const pattern = `/api/cases/:id/actions/${action}`;
  const done = await callApi(user, 'POST', path, { body: input, pattern, overtaken });
  // The socket will push the new row.
  user.rows.delete(row.caseId);
  return done;
}

async function list(user) {
  const query = pickRandom([
    'tab=action',
    'tab=action',
    '',
    'page=2',
    'filter=3',
    `keyword=${encodeURIComponent('张')}`,
  ]);
  const data = answerData(await callApi(user, 'GET', `/api/cases?${query}`, { pattern: '/api/cases' }));
  if (data) user.rows = new Map(data.items.map(row => [row.caseId, row]));
}

/** A case page requests both at once. */
async function open(user) {
  const row = pickRandom([...user.rows.values()]);
  if (!row) return list(user);
  const path = `/api/cases/${row.caseId}`;
  user.socket.emit('case:watch', { caseId: row.caseId, doing: 'viewing' });
  await Promise.all([
    callApi(user, 'GET', path, { pattern: '/api/cases/:id', unread: true }),
    callApi(user, 'GET', `${path}/history`, { pattern: '/api/cases/:id/history', unread: true }),
  ]);
}

async function advanceCase(user) {
  const mine = advancingActions[user.position] || [];
  const row = rowWith(user, ...mine);
  if (!row) {
    const data = answerData(
      await callApi(user, 'GET', '/api/cases?tab=action&size=50', { pattern: '/api/cases' }),
    );
    for (const item of data?.items ?? []) user.rows.set(item.caseId, item);
    return;
  }
  const action = mine.find(name => row.actions.includes(name));
  const input = await inputOf(user, row, action);
  if (input) await act(user, row, action, input);
  else user.rows.delete(row.caseId);
}

let houses = 0;

/** A complete order. Each one differs, so that every saved section is a change. */
export const uniqueOrderAnswers = () => ({
  ...sampleAlignerOrder,
  patient: { ...sampleAlignerOrder.patient, address: `滨江路 ${++houses} 号` },
  data: { ...sampleAlignerOrder.data, ...sampleParcel },
});

/** Creates a case section by section, one per act. */
async function draft(user) {
  if (!user.draft) {
    const data = answerData(await callApi(user, 'POST', '/api/cases', { body: {} }));
    if (data) user.draft = { caseId: data.caseId, left: Object.entries(uniqueOrderAnswers()) };
    return;
  }
  const { caseId, left } = user.draft;
  const [name, body] = left.shift();
  await callApi(user, 'PUT', `/api/cases/${caseId}/${name}`, {
    body,
    pattern: `/api/cases/:id/${name}`,
    unread: true,
  });
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
    for (const item of answerData(await callApi(user, 'GET', query, { pattern: '/api/cases' }))?.items ?? [])
      user.rows.set(item.caseId, item);
    return;
  }
  const start = dayOf(Date.now() - 86_400_000);
  await act(user, row, 'recordWear', { start, stage: 1, days: 7 + Math.floor(Math.random() * 7) });
}

const patients = user => callApi(user, 'GET', '/api/patients', { unread: true });
const workbench = user => callApi(user, 'GET', '/api/workbench', { unread: true });

/** Opens a conversation like the page: its newest messages, and the socket. */
async function openTalk(user) {
  const chats = answerData(await callApi(user, 'GET', '/api/chats?size=50', { pattern: '/api/chats' }));
  const talk = pickRandom(chats?.items ?? []);
  if (!talk) return;
  if (user.talk) user.socket.emit('chat:leave', { conversation: user.talk });
  const path = `/api/chats/${talk.id}/messages?size=50`;
  const [opened] = await Promise.all([
    user.socket.ask('chat:open', { conversation: talk.id }),
    callApi(user, 'GET', path, { pattern: '/api/chats/:id/messages', unread: true }),
  ]);
  user.talk = opened.ok ? talk.id : undefined;
}

async function say(user) {
  if (!user.socket.isOpen()) return;
  if (!user.talk) return openTalk(user);
  const from = Date.now();
  const message = { conversation: user.talk, client: crypto.randomUUID(), text: pickRandom(said) };
  const answer = await user.socket.ask('chat:send', message);
  recordAnswerTime(Date.now() - from, 'chat:send');
  if (!answer.ok) countFailure('chat:send', JSON.stringify(answer));
}

/**
 * Acts per hundred, by position. Nobody changes a case without finding and opening it first: for each change
 * there is a list and a case. A quarter of all acts are changes, and a seventh are messages.
 */
const days = {
  Doctor: {
    list: 25,
    open: 25,
    draft: 9,
    advanceCase: 6,
    comment: 5,
    wear: 5,
    patients: 4,
    workbench: 2,
    say: 13,
    openTalk: 6,
  },
  Assistant: { list: 22, open: 24, wear: 14, patients: 10, workbench: 4, say: 18, openTalk: 8 },
  staff: { list: 26, open: 26, advanceCase: 26, workbench: 2, say: 14, openTalk: 6 },
};
const acts = { list, open, draft, advanceCase, comment, wear, patients, workbench, say, openTalk };
const drawn = Object.fromEntries(
  Object.entries(days).map(([who, parts]) => [
    who,
    Object.entries(parts).flatMap(([name, times]) => Array.from({ length: times }, () => name)),
  ]),
);

/** Performs the next random act of a user. */
export function runNextAct(user) {
  return acts[pickRandom(drawn[user.position] ?? drawn.staff)](user);
}
