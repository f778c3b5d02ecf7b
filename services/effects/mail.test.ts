import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MailTopic } from '#events/mail/topics.ts';
import { sampleAlignerOrder } from '#events/script/orders.ts';
import { completeDraft, performAction } from '../api/testing/case-steps.ts';
import { openTestServer, type TestPersonName, type TestServer } from '../api/testing/test-server.ts';
import type { EventStore } from '../eventstore/port.ts';
import { MailFailedError } from '../mail/port.ts';
import { createCheckpoint } from '../vault/checkpoint.ts';
import type { RunningFollower } from './follower.ts';
import { createMailSender, mailGraceMs, mailRetryDelaysMs, maxMailedAgeMs, startMail } from './mail.ts';

let bench: TestServer;
let workers: RunningFollower[];
beforeEach(async () => {
  bench = await openTestServer();
  workers = [];
});
afterEach(async () => {
  for (const worker of workers) await worker.stop();
  await bench.close();
});

const post = () => createMailSender(bench.deps);
/** Follows the log to its end, then stops. */
async function follow(): Promise<void> {
  const worker = startMail(bench.deps);
  workers.push(worker);
  await worker.idle();
  await workers.pop()?.stop();
}
/** Confirms a mail address for this person, chooses topics, and discards the mail with the code. */
async function choose(as: TestPersonName, topics: MailTopic[], lang = 'en'): Promise<void> {
  const headers = { 'Accept-Language': lang };
  await bench.put('/api/mail/address', { as, body: { email: `${as}@clinic.example` }, headers });
  const [code] = /\d{6}/.exec(bench.mail.sent.pop()?.text ?? '') ?? [];
  await bench.post('/api/mail/confirm', { as, body: { code } });
  await bench.put('/api/mail/topics', { as, body: { topics }, headers });
}
/** Submits a case, which notifies the serving supervisor and service. */
async function submitted(): Promise<string> {
  const caseId = await completeDraft(bench);
  expect((await performAction(bench, 'doctor', caseId, 'submitCase')).status).toBe(200);
  return caseId;
}
async function delivered(): Promise<string[]> {
  bench.clock.advance(mailGraceMs);
  await post().deliver();
  return bench.mail.sent.map(letter => letter.to);
}
const fates = async () => {
  const found: unknown[] = [];
  for await (const kept of bench.deps.vault.list('mail/done/')) found.push(kept.value);
  return found.map(value => Object(value).fate);
};
const due = async () => (await Array.fromAsync(bench.deps.vault.list('mail/due/'))).length;

describe('mail for a subscribed message', () => {
  it('goes out once, in the chosen language, without any patient data', async () => {
    await choose('supervisor', ['case'], 'zh-CN');
    const caseId = await submitted();
    await follow();
    expect(await delivered()).toEqual(['supervisor@clinic.example']);
    const [letter] = bench.mail.sent;
    expect(letter).toMatchObject({
      lang: 'zh-CN',
      subject: `Archline：病例 ${caseId}，病例与订单`,
      unsubscribe: 'https://archline.example/userMessage?mail=1',
    });
    expect(letter?.text.split('\n\n')).toEqual([
      `病例 ${caseId} 有新进展。`,
      `打开病例\nhttps://archline.example/caseDetail?id=${caseId}`,
      '选择或关闭邮件提醒\nhttps://archline.example/userMessage?mail=1',
    ]);
    expect(letter?.html).toContain(`<a href="https://archline.example/caseDetail?id=${caseId}">打开病例</a>`);
    expect(JSON.stringify(letter)).not.toContain(sampleAlignerOrder.patient.name);
    await post().deliver();
    expect([bench.mail.sent.length, await due(), await fates()]).toEqual([1, 0, ['sent']]);
  });

  it('follows the subscription of that moment, however often it was read before', async () => {
    const worker = startMail(bench.deps);
    workers.push(worker);
    const told = async () => {
      await submitted();
      await worker.idle();
      return due();
    };
    expect(await told()).toBe(0);
    await choose('supervisor', ['case']);
    await choose('service', ['case']);
    expect(await told()).toBe(2);
    await bench.put('/api/mail/topics', { as: 'service', body: { topics: ['plan'] } });
    expect(await told()).toBe(3);
    await bench.del('/api/mail/address', { as: 'supervisor' });
    expect(await told()).toBe(3);
  });

  it('reads a person’s subscription once until it changes', async () => {
    const reads: string[] = [];
    const store = {
      ...bench.deps.store,
      read: (...how: Parameters<EventStore['read']>) => {
        if (how[0].startsWith('mail-')) reads.push(how[0]);
        return bench.deps.store.read(...how);
      },
    };
    const worker = startMail({ ...bench.deps, store });
    workers.push(worker);
    for (let n = 0; n < 3; n++) await submitted();
    await worker.idle();
    expect(reads).toEqual(expect.arrayContaining(['mail-p-service', 'mail-p-supervisor']));
    expect(new Set(reads).size).toBe(reads.length);
    reads.length = 0;
    await choose('service', ['plan']);
    await submitted();
    await worker.idle();
    expect(reads).toEqual(['mail-p-service']);
  });

  it('goes to nobody without a subscription', async () => {
    await choose('supervisor', ['plan', 'production']);
    await bench.put('/api/mail/address', { as: 'service', body: { email: 'service@clinic.example' } });
    bench.mail.sent.length = 0;
    await submitted();
    await follow();
    expect(await delivered()).toEqual([]);
    expect(await due()).toBe(0);
  });

  it('is not sent for a message that was read, or after mail is switched off', async () => {
    await choose('supervisor', ['case']);
    await choose('service', ['case']);
    await submitted();
    await follow();
    expect(await due()).toBe(2);
    await bench.post('/api/messages/read', { as: 'supervisor', body: { all: true } });
    await bench.put('/api/mail/topics', { as: 'service', body: { topics: [] } });
    expect(await delivered()).toEqual([]);
    expect(await fates()).toEqual(['not wanted', 'not wanted']);
  });

  it('waits for two minutes', async () => {
    await choose('supervisor', ['case']);
    await submitted();
    await follow();
    bench.clock.advance(mailGraceMs - 1);
    await post().deliver();
    expect(bench.mail.sent).toEqual([]);
    bench.clock.advance(1);
    await post().deliver();
    expect(bench.mail.sent).toHaveLength(1);
  });

  it('is not sent to a frozen account, which is notified once it is unfrozen', async () => {
    await choose('supervisor', ['case', 'account']);
    await submitted();
    await follow();
    await bench.post('/api/users/p-supervisor/freeze', { as: 'admin', body: {} });
    expect(await delivered()).toEqual([]);
    await bench.post('/api/users/p-supervisor/unfreeze', { as: 'admin', body: {} });
    await follow();
    expect(await delivered()).toEqual(['supervisor@clinic.example']);
    expect(bench.mail.sent[0]).toMatchObject({ subject: 'Archline: your account' });
    expect(bench.mail.sent[0]?.text).toContain('https://archline.example/userMessage\n');
  });
});

describe('mail for a chat message', () => {
  const own = 'service.p-doctor';
  const words = '13 号牙的附件请再确认';
  const name = (...mentions: string[]) =>
    bench.post(`/api/chats/${own}/messages`, {
      as: 'service',
      body: { client: crypto.randomUUID(), text: words, mentions },
    });

  it('goes to a mentioned person, with a link and no text of the message', async () => {
    await choose('doctor', ['talk']);
    expect((await name('p-doctor')).status).toBe(200);
    await follow();
    expect(await delivered()).toEqual(['doctor@clinic.example']);
    expect(bench.mail.sent[0]?.text.split('\n\n').slice(0, 2)).toEqual([
      'There is news in a conversation.',
      `Open the conversation\nhttps://archline.example/chat?c=${own}&m=1`,
    ]);
    expect(JSON.stringify(bench.mail.sent)).not.toContain(words);
  });

  it('is not sent if the conversation was read', async () => {
    await choose('doctor', ['talk']);
    await name('p-doctor');
    await follow();
    await bench.post(`/api/chats/${own}/messages`, {
      as: 'doctor',
      body: { client: crypto.randomUUID(), text: '好的' },
    });
    expect(await delivered()).toEqual([]);
    expect(await fates()).toEqual(['not wanted']);
  });
});

describe('mail in quiet hours', () => {
  it('waits until they end, and is not sent if the message was read by then', async () => {
    await choose('supervisor', ['case']);
    await choose('service', ['case']);
    // The clock is at 16:00 in Beijing, within the quiet hours.
    const quiet = { from: 15 * 60, to: 17 * 60, days: [0, 1, 2, 3, 4, 5, 6], zone: 'Asia/Shanghai' };
    for (const as of ['supervisor', 'service'] as const)
      expect((await bench.put('/api/notice/quiet', { as, body: { quiet } })).status).toBe(200);
    await submitted();
    await follow();
    expect([await delivered(), await due()]).toEqual([[], 2]);
    await bench.post('/api/messages/read', { as: 'service', body: { all: true } });
    bench.clock.advance(3_600_000 - mailGraceMs - 1);
    await post().deliver();
    expect(bench.mail.sent).toEqual([]);
    bench.clock.advance(1);
    expect(
      await post()
        .deliver()
        .then(() => bench.mail.sent.map(letter => letter.to)),
    ).toEqual(['supervisor@clinic.example']);
  });
});

describe('mail after the log is followed again', () => {
  const anew = async () => {
    const { vault, store } = bench.deps;
    await createCheckpoint(vault, store.id, 'mail').write(0n);
    await follow();
  };

  it('is not sent a second time', async () => {
    await choose('supervisor', ['case']);
    await submitted();
    await follow();
    await delivered();
    await anew();
    await delivered();
    expect(bench.mail.sent).toHaveLength(1);
  });

  it('is not sent for yesterday’s messages to a person who subscribes today', async () => {
    await submitted();
    bench.clock.advance(maxMailedAgeMs);
    bench.tokens.clear();
    await choose('supervisor', ['case']);
    await anew();
    expect(await due()).toBe(0);
  });
});

describe('mail while the mail server is down', () => {
  const down = new MailFailedError('ESOCKET');

  it('is sent once the server is up again', async () => {
    await choose('supervisor', ['case']);
    await submitted();
    await follow();
    bench.mail.fail = down;
    await delivered();
    await post().deliver();
    expect([bench.mail.sent.length, await due()]).toEqual([0, 1]);
    bench.mail.fail = undefined;
    await post().deliver();
    expect(bench.mail.sent).toEqual([]);
    bench.clock.advance(mailRetryDelaysMs[0] ?? 0);
    await post().deliver();
    expect(bench.mail.sent).toHaveLength(1);
  });

  it('is given up after the last retry, with a log line that names no address', async () => {
    await choose('supervisor', ['case']);
    await submitted();
    await follow();
    bench.mail.fail = down;
    await delivered();
    for (const pause of mailRetryDelaysMs) {
      expect(await due()).toBe(1);
      bench.clock.advance(pause);
      await post().deliver();
    }
    expect([await due(), await fates()]).toEqual([0, ['given up']]);
    const lines = bench.lines.filter(line => line.includes('an email could not be sent and is given up'));
    expect(lines.map(line => JSON.parse(line))).toMatchObject([{ tries: 6, why: 'ESOCKET' }]);
    expect(bench.lines.join('')).not.toContain('clinic.example');
  });

  it('is tried once if the server rejects the address', async () => {
    await choose('supervisor', ['case']);
    await submitted();
    await follow();
    bench.mail.fail = new MailFailedError('EENVELOPE', 550);
    await delivered();
    expect([await due(), await fates()]).toEqual([0, ['given up']]);
  });

  it('does not delay the follower', async () => {
    await choose('supervisor', ['case']);
    bench.mail.fail = down;
    await submitted();
    await submitted();
    await follow();
    expect(await due()).toBe(2);
  });
});

it('is not sent twice if the node crashed during the send', async () => {
  await choose('supervisor', ['case']);
  await submitted();
  await follow();
  bench.clock.advance(mailGraceMs);
  const { outbox, deliver } = post();
  const [letter] = await outbox.ready();
  if (!letter) throw new Error('nothing is due');
  await outbox.change(letter, { ...letter.due, sending: bench.clock.now() });
  await deliver();
  expect(await due()).toBe(1);
  bench.clock.advance(10 * 60_000);
  await deliver();
  expect([bench.mail.sent.length, await outbox.fate(letter.id)]).toEqual([0, 'lost']);
});

it('is sent once by two nodes in parallel', async () => {
  await choose('supervisor', ['case']);
  await submitted();
  await follow();
  bench.clock.advance(mailGraceMs);
  await Promise.all([post().deliver(), post().deliver(), post().deliver()]);
  expect(bench.mail.sent).toHaveLength(1);
});

it('has its outcome forgotten after a week', async () => {
  await choose('supervisor', ['case']);
  await submitted();
  await follow();
  await delivered();
  bench.clock.advance(7 * 86_400_000);
  await post().outbox.sweep();
  expect(await fates()).toEqual([]);
});

it('that is due is sent as soon as a node starts', async () => {
  await choose('supervisor', ['case']);
  await submitted();
  await follow();
  bench.clock.advance(mailGraceMs);
  let gone = () => {};
  const sent = new Promise<void>(resolve => {
    gone = resolve;
  });
  workers.push(startMail({ ...bench.deps, mail: { ...bench.mail, send: async () => gone() } }));
  await sent;
});
