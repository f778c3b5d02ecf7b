/**
 * Imports of people: files that spreadsheets write, malformed and hostile files, and the effects of a confirmed import.
 */
import { strToU8, unzipSync, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { deliverInvitations, startInvitations } from '../effects/invitations.ts';
import { readTableInThread } from '../imports/read-table-thread.ts';
import { MailFailedError } from '../mail/port.ts';
import type { ImportCheck, ImportItem, ImportWithSendings } from './invitation-answers.ts';
import { openTestServer, type TestPersonName, testPeople, testPersonNames } from './testing/test-server.ts';

let bench: Awaited<ReturnType<typeof openTestServer>>;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64');
const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`;
type Sent = Uint8Array | string;

const check = (file: Sent, more: object = {}, as: TestPersonName = 'admin') =>
  bench.post<ImportCheck>('/api/imports/check', {
    as,
    body: { content: base64(file), lang: 'zh-CN', ...more },
  });
const imported = (file: Sent, headers = {}, more: object = {}) =>
  bench.post<{ id: string; count: number }>('/api/imports', {
    as: 'admin',
    body: { content: base64(file), lang: 'zh-CN', ...more },
    headers,
  });
const issuesOf = ({ data: { rows } }: { data: ImportCheck }) =>
  rows.flatMap(({ line, issues }) => issues.map(({ path, issue }) => `${line} ${path} ${issue}`));
const invitations = async () => [...(await bench.deps.people.current()).invitations.values()];
const progress = async (id: string) =>
  (await bench.get<ImportWithSendings>(`/api/imports/${id}`, { as: 'admin' })).data;

async function follow(): Promise<void> {
  const follower = startInvitations(bench.deps);
  await follower.idle();
  await follower.stop();
}

const staff = csv(
  '姓名,岗位,邮箱,手机号',
  '周涛,技师,zhou@clinic.example,',
  '李敏,Doctor,,139 0000 0021',
  '王芳,客服,wang@clinic.example,13900000022',
);

const workbook = async (rows: (string | number | null)[][]) =>
  new Uint8Array(
    await writeXlsxFile(
      rows.map(row => row.map(value => (value === null ? null : { value }))),
      {},
    ).toBuffer(),
  );

describe('a file', () => {
  const gb18030 = Uint8Array.from([
    ...[0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xb8, 0xda, 0xce, 0xbb, 0x2c, 0xca, 0xd6, 0xbb, 0xfa, 0x0d, 0x0a],
    ...[0xd6, 0xdc, 0xcc, 0xce, 0x2c, ...Buffer.from('Technician,13900000021')],
  ]);
  test.each<[string, Sent]>([
    ['of UTF-8', 'Name,Position,E-mail\n周涛,Technician,z@clinic.example\n'],
    ['of UTF-8 with a mark', '\ufeff姓名,岗位,邮箱\r\n周涛,技师,z@clinic.example\r\n'],
    ['of GB18030', gb18030],
    ['of UTF-16', Buffer.from('\ufeffname\tposition\tphone\n周涛\tTechnician\t13900000021\n', 'utf16le')],
    ['with semicolons', '姓名;岗位;邮箱;备注\n周涛;technician;z@clinic.example;x,y\n'],
    ['with tabs', '姓名\t职位\t手机号码\n周涛\t技师\t+86 139-0000-0021\n'],
    ['with its separator named', 'sep=;\r\nName;Role;Mobile\r\n周涛;Technician;13900000021\r\n'],
    ['with quotes and empty lines', '"姓名","岗位","邮箱"\n\n"周涛","技师","z@clinic.example"\n,,\n'],
    ['with headings in another order', 'E-mail (optional),Name *,Position\nz@clinic.example,周涛,技师\n'],
  ])('%s is read', async (_name, file) => {
    const { data } = await check(file);
    expect([data.issues, data.bad, data.total]).toEqual([[], 0, 1]);
    expect(data.rows[0]?.cells.name).toBe('周涛');
  });

  test('of Excel is read with its numbers as text and the lines as Excel counts them', async () => {
    const { data } = await check(
      await workbook([
        ['姓名', '岗位', '手机号'],
        ['周涛', '技师', 13900000021],
        [null, null, null],
        ['李敏', 'doctor', '139 0000 0022'],
      ]),
    );
    expect(data.rows).toEqual([
      { line: 2, cells: { name: '周涛', position: '技师', phone: '13900000021' }, issues: [] },
      { line: 4, cells: { name: '李敏', position: 'doctor', phone: '139 0000 0022' }, issues: [] },
    ]);
    expect([data.mail, data.sms]).toEqual([0, 2]);
  });

  test('names each issue at its line and column', async () => {
    await bench.put('/api/users/p-doctor', { as: 'admin', body: { email: 'li@clinic.example' } });
    await bench.post('/api/invitations', {
      as: 'admin',
      body: { name: '钱', phone: '13900000099', position: 'Doctor', lang: 'en' },
    });
    const answer = await check(
      csv(
        'Name,Position,E-mail,Phone,Language,Doctors served,Note',
        '周 9,Surgeon,abc,,French,,',
        ',,,,,,x',
        '=HYPERLINK("x"),Technician,a@clinic.example,,,,',
        '李敏,Doctor,LI@clinic.example,,,,',
        '李明,Doctor,b@clinic.example,1.39E+10,,,',
        '王一,Doctor,,0755-8888 1111,,,',
        '王二,Doctor,C@clinic.example,,,,',
        // The first letter is Cyrillic.
        '王三,Doctor,с@clinic.example,+8613900000099,,,',
        '王四,Assistant,d@clinic.example,,中文,doctor; nobody,',
        '王五,Technician,e@clinic.example,,English,doctor,',
      ),
    );
    expect(answer.status).toBe(200);
    expect(issuesOf(answer).sort()).toEqual(
      [
        ...[
          '2 email email-format',
          '2 lang import-lang',
          '2 name name-letters',
          '2 position position-unknown',
        ],
        ...['3 email contact-required', '3 name required', '3 position required'],
        ...['4 name name-letters', '5 email taken', '6 phone phone-shortened', '7 phone phone-mobile'],
        ...[
          '9 email import-repeated',
          '9 phone invited',
          '10 serves import-doctor',
          '11 serves import-serves',
        ],
      ].sort(),
    );
    expect(answer.data.unused).toEqual(['Note']);
    expect(answer.data.counts[0]).toEqual({ path: 'name', issue: 'name-letters', count: 2 });
  });

  test.each<[string, Sent, string[]]>([
    ['without people', 'Name,Position,E-mail\n', ['import-empty']],
    ['without columns', 'a,b\n1,2\n', ['import-column', 'import-column', 'import-column']],
    ['of zeros', new Uint8Array(100), ['import-unreadable']],
    ['that is a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), ['import-unreadable']],
    ['of old Excel', Buffer.from('d0cf11e0a1b11ae1', 'hex'), ['import-old-excel']],
    ['that is a damaged workbook', 'PK\u0003\u0004 and so on', ['import-unreadable']],
    ['with a quote that never ends', `Name,Position,E-mail\n"${'x'.repeat(20_000)}`, ['import-unreadable']],
  ])('%s gets a sentence', async (_name, file, expected) => {
    const answer = await check(file);
    const { issues } = answer.data;
    expect(issues.map(({ issue }) => issue)).toEqual(expected);
    expect((await imported(file)).status).toBe(400);
    expect(await invitations()).toEqual([]);
  });

  test('without bytes, too large, or not of Base64 is refused', async () => {
    for (const [content, issue] of [
      ['', 'import-empty'],
      ['?', 'import-unreadable'],
      ['A'.repeat(980_000), 'import-large'],
    ]) {
      const { status, data } = await check('', { content });
      expect([status, data.issues.map(({ issue: named }) => named)]).toEqual([400, [issue]]);
    }
  });

  test('of 5,000 bad rows gets a count of each kind and the first rows', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => `Bad ${i},Nobody,mail${i}`);
    const file = csv('Name,Position,E-mail', ...rows);
    const { data } = await check(file);
    expect(data.issues).toEqual([{ path: '', issue: 'import-rows', values: { total: 5000, max: 500 } }]);
    expect([data.total, data.bad, data.rows.length]).toEqual([5000, 5000, 100]);
    expect(data.counts.map(({ path, count }) => [path, count])).toEqual([
      ['name', 5000],
      ['position', 5000],
      ['email', 5000],
    ]);
    const refused = await imported(file);
    expect(refused).toMatchObject({ status: 400, data: { issues: [{ issue: 'import-rows' }] } });
  });
});

describe('a hostile workbook', () => {
  const sheet = 'xl/worksheets/sheet1.xml';
  /** A valid workbook after `change` has edited the XML of its first sheet. */
  const workbookWith = async (change: (xml: string) => string) => {
    const parts = unzipSync(
      await workbook([
        ['Name', 'Position', 'E-mail'],
        ['周涛', 'Doctor', 'z@a.cn'],
      ]),
    );
    const xml = new TextDecoder().decode(parts[sheet]);
    return zipSync({ ...parts, [sheet]: strToU8(change(xml)) });
  };
  // Reads the files in threads, which limit the memory and the time.
  beforeEach(async () => {
    await bench.close();
    bench = await openTestServer({ parts: { readTable: readTableInThread } });
  });
  const refusal = async (file: Uint8Array) => (await check(file)).data.issues?.map(({ issue }) => issue);

  test('that unpacks to too much is refused before it is unpacked', async () => {
    const large = zipSync({ [sheet]: new Uint8Array(25 * 2 ** 20) }, { level: 1 });
    expect(await refusal(large)).toEqual(['import-unpacks']);
  });

  test('that states less than it unpacks to is cut off', async () => {
    const bytes = await workbookWith(xml => xml + ' '.repeat(3 * 2 ** 20));
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < bytes.length - 4; at++)
      if (view.getUint32(at, true) > 3 * 2 ** 20 && view.getUint32(at, true) < 4 * 2 ** 20)
        view.setUint32(at, 1000, true);
    expect(await refusal(bytes)).toEqual(['import-unreadable']);
  });

  test('with a cell in the last row and column takes neither the memory nor the time of the server', async () => {
    const far = '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row></sheetData>';
    const issues = await refusal(await workbookWith(xml => xml.replace('</sheetData>', far)));
    expect(issues).toEqual(['import-unpacks']);
  });

  test('with formulas is read by their results, which stay text', async () => {
    const formula = '<c r="A2" t="str"><f>HYPERLINK("http://x","周涛")</f><v>=周涛</v></c>';
    const { data } = await check(await workbookWith(xml => xml.replace(/<c r="A2".*?<\/c>/, formula)));
    expect(data.rows[0]).toMatchObject({ cells: { name: '=周涛' }, issues: [{ issue: 'name-letters' }] });
  });
});

describe('an import', () => {
  test('invites everybody by mail or text message, and shows each message’s state', async () => {
    const { status, data } = await imported(staff);
    expect([status, data.count]).toEqual([200, 3]);
    expect(await progress(data.id)).toMatchObject({ mail: { waiting: 2 }, sms: { waiting: 1 } });
    await follow();
    bench.tokens.clear();
    expect(await progress(data.id)).toMatchObject({
      count: 3,
      open: 3,
      accepted: 0,
      mail: { sent: 2 },
      sms: { sent: 1 },
    });
    expect(bench.mail.sent.map(({ to }) => to)).toEqual(['zhou@clinic.example', 'wang@clinic.example']);
    const [text] = bench.messages.list('13900000021');
    expect(text?.text).toMatch(/^【齐列】main邀请您加入.*https:\S+\/invitation\?token=\S+$/);
    const list = await bench.get<{ total: number }>(`/api/invitations?import=${data.id}`, { as: 'admin' });
    expect(list.data.total).toBe(3);
  });

  test('is made once per key', async () => {
    const first = await imported(staff, { 'Idempotency-Key': 'k1' });
    const second = await imported(staff, { 'Idempotency-Key': 'k1' });
    expect(second.text).toBe(first.text);
    expect(await invitations()).toHaveLength(3);
  });

  test('with one bad row invites nobody', async () => {
    const answer = await imported(`${staff}赵,Surgeon,zhao@clinic.example,\r\n`);
    expect(answer).toMatchObject({
      status: 400,
      data: { issues: [{ path: 'rows.5.position', issue: 'position-unknown' }] },
    });
    expect(await invitations()).toEqual([]);
  });

  test('of one file twice at once is made once', async () => {
    const both = await Promise.all([imported(staff), imported(staff)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await invitations()).toHaveLength(3);
  });

  test('of the largest file is one append', async () => {
    const rows = Array.from(
      { length: 500 },
      (_, i) => `${'周'.repeat(59)},Technician,p${i}@${'long.'.repeat(30)}example`,
    );
    const { status, data } = await imported(csv('Name,Position,E-mail', ...rows));
    expect([status, data.count]).toEqual([200, 500]);
  });

  test('gives an assistant the doctors of its row', async () => {
    await imported(csv('姓名,岗位,邮箱,服务的医生', '王四,助理,d@clinic.example,doctor；doctor2'));
    expect((await invitations()).map(({ serves }) => serves)).toEqual([['p-doctor', 'p-doctor2']]);
  });

  test('resumes its messages where a crashed process ended, each sent once', async () => {
    const { data } = await imported(staff);
    const { mail } = bench.deps;
    const crashing: { follower?: ReturnType<typeof startInvitations> } = {};
    // The process ends after the first mail.
    const send: typeof mail.send = async letter => {
      await mail.send(letter);
      void crashing.follower?.stop();
    };
    crashing.follower = startInvitations({ ...bench.deps, mail: { ...mail, send } });
    await crashing.follower.stop();
    expect(bench.mail.sent.length).toBeLessThan(2);
    await follow();
    expect(await progress(data.id)).toMatchObject({ mail: { sent: 2 }, sms: { sent: 1 } });
    expect(bench.mail.sent.map(({ to }) => to)).toEqual(['zhou@clinic.example', 'wang@clinic.example']);
    expect(bench.messages.list('13900000021')).toHaveLength(1);
  });

  test('tries its messages again after an outage, each sent once', async () => {
    bench.mail.fail = new MailFailedError('ECONNECTION');
    const { data } = await imported(staff);
    await follow();
    bench.mail.fail = undefined;
    bench.clock.advance(3_600_000);
    await deliverInvitations(bench.deps);
    await follow();
    bench.tokens.clear();
    expect(await progress(data.id)).toMatchObject({ mail: { sent: 2 }, sms: { sent: 1 } });
    expect(bench.mail.sent).toHaveLength(2);
    expect(bench.messages.list('13900000021')).toHaveLength(1);
  });

  test('is withdrawn together, except the accounts that exist', async () => {
    const { data } = await imported(staff);
    await follow();
    const [{ text = '' } = {}] = bench.messages.list('13900000021');
    const token = /token=(\S+)/.exec(text)?.[1] ?? '';
    const account = {
      name: '李敏',
      userName: 'limin',
      password: 'rain4umbrella',
      passwordAgain: 'rain4umbrella',
    };
    await bench.deps.invitations.accept(token, account);
    const withdraw = () =>
      bench.del(`/api/imports/${data.id}`, { as: 'admin', headers: { 'Idempotency-Key': 'k1' } });
    const first = await withdraw();
    expect([first.status, (await withdraw()).text]).toEqual([200, first.text]);
    expect(await progress(data.id)).toMatchObject({ count: 3, accepted: 1, open: 0 });
    const { data: open } = await bench.get<{ items: ImportItem[] }>('/api/imports', { as: 'admin' });
    expect(open.items).toEqual([]);
    const person = [...(await bench.deps.people.current()).people.values()].find(p => p.userName === 'limin');
    expect(person).toMatchObject({ phone: '139 0000 0021', email: null, position: 'Doctor' });
    const again = await imported(csv('姓名,岗位,邮箱', '周涛,技师,zhou@clinic.example'));
    expect(again.status).toBe(200);
  });

  test('writes no name or address to a log line or an unsealed event', async () => {
    await imported(staff);
    await imported(`${staff}赵,Surgeon,zhao@clinic.example,\r\n`);
    await follow();
    const events = await Array.fromAsync(bench.deps.sealedLog.readAll({}));
    const written = JSON.stringify([bench.lines, events.map(({ data }) => data)]);
    for (const secret of ['周涛', 'zhou@clinic', '1390000', '139 0000', '赵'])
      expect(written).not.toContain(secret);
  });
});

describe('the calls', () => {
  test('of an organisation out of reach answer like for a missing one', async () => {
    const refused = async (orgId: string) => {
      const both = [await check(staff, { orgId }), await imported(staff, {}, { orgId })];
      return both.map(({ status, text }) => [status, text]);
    };
    expect(await refused('other')).toEqual(await refused('nowhere'));
    expect((await refused('other')).map(([status]) => status)).toEqual([400, 400]);
    expect((await imported(staff, {}, { orgId: 'ediy' })).status).toBe(200);
  });

  test('about another organisation’s import answer like for a missing one', async () => {
    const importId = crypto.randomUUID();
    await bench.deps.people.change({
      by: 'system',
      commandId: crypto.randomUUID(),
      decide: () => [{ type: 'PeopleImported', data: { importId, orgId: 'other', count: 1 } }],
    });
    for (const method of ['GET', 'DELETE']) {
      const sent = async (id: string) => {
        const answer = await bench.send(method, `/api/imports/${id}`, { as: 'admin' });
        return [answer.status, await answer.text()];
      };
      expect(await sent(importId)).toEqual(await sent('nothing'));
      expect((await sent(importId))[0]).toBe(404);
    }
  });

  test.each(testPersonNames.filter(name => testPeople[name].position !== 'Admin'))(
    'are not open to %s',
    async as => {
      const body = { content: base64(staff), lang: 'en' };
      for (const [method, path] of [
        ['GET', '/api/imports'],
        ['GET', '/api/imports/x'],
        ['GET', '/api/imports/template/csv'],
        ['POST', '/api/imports'],
        ['POST', '/api/imports/check'],
        ['DELETE', '/api/imports/x'],
      ] as const)
        expect(
          (await bench.send(method, path, { as, body: method === 'POST' ? body : undefined })).status,
        ).toBe(403);
    },
  );

  test.each(['en', 'zh-CN'])('offer a template in %s that the import reads', async lang => {
    const headers = { Authorization: await bench.tokenOf('admin'), 'Accept-Language': lang };
    for (const format of ['xlsx', 'csv']) {
      const answer = await bench.app.request(`/api/imports/template/${format}`, { headers });
      const { data } = await check(new Uint8Array(await answer.arrayBuffer()));
      expect([data.unused, data.issues]).toEqual([[], [{ path: '', issue: 'import-empty' }]]);
    }
  });

  test('refuse phones while text messages are off', async () => {
    await bench.close();
    bench = await openTestServer({ sms: null });
    expect(issuesOf(await check(staff))).toEqual(['3 phone sms-off']);
    const alone = { name: '钱', phone: '13900000099', position: 'Doctor', lang: 'en' };
    const answer = await bench.post('/api/invitations', { as: 'admin', body: alone });
    expect(answer).toMatchObject({ status: 400, data: { issues: [{ path: 'phone', issue: 'sms-off' }] } });
  });
});
