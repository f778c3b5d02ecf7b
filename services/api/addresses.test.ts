import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#events/case/limits.ts';
import { deliveryAddressSchema } from '#events/case/sections.ts';
import { formatFullAddress, listProvinces } from '../i18n/provinces.ts';
import { openTestServer, type TestPersonName, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

type Item = Record<string, string> & { id: string; default: boolean };
type Listed = { items: Item[]; total: number };

const home = {
  consignee: '李明',
  phone: '13812345678',
  province: '440000',
  city: '440300',
  address: '南山区深南大道 9988 号 5 楼 501 室',
  zip: '518000',
  clinic: '晨光口腔',
};
const add = (more: object = {}, as: TestPersonName = 'doctor') =>
  bench.post<Item>('/api/addresses', { as, body: { ...home, ...more } });
const list = async (as: TestPersonName = 'doctor', headers: Record<string, string> = {}) =>
  (await bench.get<Listed>('/api/addresses?size=100', { as, headers })).data;

describe('a doctor’s saved addresses', () => {
  test('are added, changed and removed; one is the default', async () => {
    const first = await add();
    const second = await add({ clinic: '分院', default: true });
    expect([first.status, first.data.default, second.data.default]).toEqual([200, true, true]);
    expect((await list()).items.map(a => [a.clinic, a.default])).toEqual([
      ['晨光口腔', false],
      ['分院', true],
    ]);
    const changed = await bench.put<Item>(`/api/addresses/${first.data.id}`, {
      as: 'doctor',
      body: { phone: '0755-86000001 转 12' },
    });
    expect(changed.data).toMatchObject({ phone: '0755-86000001 转 12', clinic: '晨光口腔', city: '440300' });
    await bench.del(`/api/addresses/${second.data.id}`, { as: 'doctor' });
    expect((await list()).items.map(a => [a.clinic, a.default])).toEqual([['晨光口腔', true]]);
  });

  test('are encrypted in the log and absent from log lines', async () => {
    await add();
    const events = await Array.fromAsync(bench.deps.store.read('addresses-p-doctor'));
    expect(events).toMatchObject([{ subject: 'p-doctor', personal: { consignee: '李明' } }]);
    expect(Object.keys(Object(events[0]?.data)).sort()).toEqual(['addressId', 'defaultId', 'personId']);
    expect(bench.lines.join('')).not.toContain('深南大道');
  });

  test('are masked while the eye is closed', async () => {
    await add();
    const { items } = await list('doctor', { 'X-Eye': 'hidden' });
    expect(items[0]).toMatchObject({ consignee: '李**', phone: '138****5678', address: '***', whole: '***' });
  });

  test.each([
    [{ consignee: 'R2D2' }, 'consignee', 'name-letters'],
    [{ phone: '138' }, 'phone', 'phone-format'],
    [{ phone: '13812345678 ext' }, 'phone', 'phone-format'],
    [{ province: '广东' }, 'province', 'place-unknown'],
    [{ province: '999999' }, 'province', 'place-unknown'],
    [{ city: '310100' }, 'city', 'place-unknown'],
    [{ province: 'abroad' }, 'city', 'not-a-choice'],
    [{ zip: '5180' }, 'zip', 'zip-six-digits'],
    [{ zip: '' }, 'zip', 'zip-format'],
    [{ address: '' }, 'address', 'blank'],
    [{ clinic: '' }, 'clinic', 'blank'],
    [{ nick: 'x' }, 'nick', 'unknown-field'],
  ])('refuse %o', async (more, path, issue) => {
    const refused = await add(more);
    expect([refused.status, refused.code]).toEqual([400, 104000]);
    expect(refused.data).toMatchObject({
      issues: expect.arrayContaining([expect.objectContaining({ path, issue })]),
    });
    expect((await list()).total).toBe(0);
  });

  test('are limited in number', async () => {
    for (let n = 0; n < limits.addresses; n++) await add();
    expect((await add()).data).toMatchObject({ issues: [{ issue: 'address-limit' }] });
    expect((await list()).total).toBe(limits.addresses);
  });
});

describe('other people and a doctor’s addresses', () => {
  test('another doctor’s address answers like a missing one', async () => {
    const { data } = await add();
    for (const id of [data.id, 'p-nothing']) {
      expect((await bench.put(`/api/addresses/${id}`, { as: 'doctor2', body: { zip: '1' } })).status).toBe(
        404,
      );
      expect((await bench.del(`/api/addresses/${id}`, { as: 'other' })).status).toBe(404);
    }
    expect((await list('doctor2')).total).toBe(0);
    expect((await list()).total).toBe(1);
  });

  test('an assistant of the doctor reads them and changes none', async () => {
    const { data } = await add();
    expect((await list('assistant')).items.map(a => a.id)).toEqual([data.id]);
    expect((await add({}, 'assistant')).status).toBe(403);
    expect((await bench.del(`/api/addresses/${data.id}`, { as: 'assistant' })).status).toBe(403);
    const query = '/api/addresses?doctorId=p-doctor2';
    expect(await bench.get(query, { as: 'assistant' })).toMatchObject({ status: 400 });
  });

  test.each(['technician', 'expert', 'vendor', 'admin', 'analyst'] as const)(
    '%s has no addresses',
    async as => {
      expect(await bench.get('/api/addresses', { as })).toMatchObject({ status: 403, code: 102029 });
    },
  );
});

describe('the provinces', () => {
  const named = (name: string) => listProvinces().find(p => p.name === name);
  test('number 34, each with its cities and distinct codes', () => {
    const all = listProvinces();
    expect([all.length, all.filter(p => p.cities.length === 0)]).toEqual([34, []]);
    const codes = all.flatMap(p => p.cities.map(c => c.code));
    expect([codes.length > 380, new Set(codes).size]).toEqual([true, codes.length]);
    expect(all.flatMap(p => p.cities.filter(c => c.code.slice(0, 2) !== p.code.slice(0, 2)))).toEqual([]);
  });
  test('name counties outside any city, but not their heading', () => {
    const names = listProvinces().flatMap(p => p.cities.map(c => c.name));
    expect(names).toEqual(
      expect.arrayContaining(['仙桃市', '石河子市', '济源市', '城口县', '台北市', '九龙']),
    );
    expect(names.filter(name => /直辖|^县$/.test(name))).toEqual([]);
  });
  test('name their cities', () => {
    const english = (province: string, city: string) =>
      named(province)?.cities.find(c => c.name === city)?.nameEn;
    expect(english('陕西省', '西安市')).toBe("Xi'an");
    expect(english('山西省', '吕梁市')).toBe('Lüliang');
    expect(named('山西省')?.cities.find(c => c.name === '吕梁市')?.pinyin).toBe('lvliang');
  });
  test('are listed in the requested language', async () => {
    type Asked = { text: string; cities: { text: string }[] }[];
    const asked = (lang: string) =>
      bench.get<Asked>('/api/cmAdress/getProvinceInfo', { headers: { 'Accept-Language': lang } });
    expect((await asked('en')).data[2]?.cities[0]?.text).toBe('Shijiazhuang 石家庄市');
    expect((await asked('zh-CN')).data[2]?.cities[0]?.text).toBe('石家庄市');
  });
});

describe('the full address', () => {
  test('uses the script of its line, and names a municipality once', () => {
    expect(formatFullAddress(home)).toBe('广东省深圳市南山区深南大道 9988 号 5 楼 501 室');
    const shanghai = { province: '310000', city: '310100' };
    expect(formatFullAddress({ ...shanghai, address: '南京西路 1266 号' })).toBe('上海市南京西路 1266 号');
    expect(formatFullAddress({ ...shanghai, address: '1266 Nanjing Road West' })).toBe(
      '1266 Nanjing Road West, Shanghai',
    );
    expect(formatFullAddress({ province: 'abroad', address: 'Herengracht 1, Amsterdam' })).toBe(
      'Herengracht 1, Amsterdam',
    );
  });
  test('always fits into a case', () => {
    const long = (letter: string) => letter.repeat(limits.addressMax);
    for (const { code, cities } of listProvinces())
      for (const city of cities)
        for (const letter of ['路', 'x']) {
          const whole = formatFullAddress({ province: code, city: city.code, address: long(letter) });
          expect(deliveryAddressSchema.shape.address.safeParse(whole).success).toBe(true);
        }
  });
});
