/**
 * Every field and rule of the product's description: fields are set and found wherever they are shown; rules
 * are broken and refused with the field's name.
 */
import { slots } from '#events/case/options.ts';
import { sectionNames } from '#events/case/sections.ts';
import { type Order, type OrderFormRow, orderAnswerOf, orderRows } from '#events/order/form.ts';
import type { CaseView } from '#projections/case/view.ts';
import { answerRowText } from '#web/features/order/answer-text.ts';
import { loadDictionaries } from '../../services/i18n/dictionaries.ts';
import { uploadFile } from '../actors/http.ts';
import { findDemoCaseAt } from '../pictures/open-screen.ts';
import { type Client, signIn } from '../testing/client.ts';
import { createPng } from '../testing/generate/image.ts';
import { readOrderFormText, withoutSpaces } from '../testing/pdf.ts';
import { expect, test } from './fixtures.ts';
import { specFields, specFieldTitle } from './spec/fields.ts';
import { CHOICE_ROUNDS, createOrderWithChoices } from './spec/orders.ts';
import { type SpecRuleContext, specRules } from './spec/rules.ts';

const t = loadDictionaries().t('en');

/** One case in all its representations. */
type Shown = { order: Order; read: Order; page: string; paper: string };

async function shownOf(doctor: Client, method: 1 | 2, turn: number): Promise<Shown> {
  const { order } = createOrderWithChoices(method, turn);
  const { caseId } = (await doctor.post<{ caseId: string }>('/api/cases')).data;
  for (const name of sectionNames) {
    const saved = await doctor.put(`/api/cases/${caseId}/${name}`, order.sections[name]);
    expect([name, saved.text]).toEqual([name, expect.stringContaining('"code":0')]);
  }
  if (turn === 0)
    for (const slot of slots.photo)
      await uploadFile(doctor, createPng(64, 48, 20 * slot.length), { caseId, kind: 'photo', slot });
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(doctor.url + path, {
      headers: { Cookie: `session=${doctor.token}; lang=en`, Authorization: doctor.token, ...headers },
    });
  const read = (await doctor.get<CaseView>(`/api/cases/${caseId}`)).data;
  const html = await (await get(`/caseDetail?id=${caseId}`)).text();
  return { order, read, page: textOf(html), paper: await readOrderFormText(get, caseId, 'en') };
}

/** Visible text of a page without markup, styles and spaces. */
function textOf(html: string): string {
  const said = html.replace(/<(style|script)[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, '');
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
  return withoutSpaces(said.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => signs[name] ?? ''));
}

const isAt = (row: OrderFormRow, path: string) => row.path === path || row.path.startsWith(`${path}.`);

const isFile = (row: OrderFormRow) => row.path.startsWith('files.');
/** The value that was set; a file's hash is known only from the read. */
const setOf = ({ order, read }: Shown, row: OrderFormRow) => orderAnswerOf(isFile(row) ? read : order, row);

/** Representations of a row that are missing or differ from the set value. */
function lost(shown: Shown, row: OrderFormRow): string[] {
  const { read, page, paper } = shown;
  const set = setOf(shown, row);
  const label = withoutSpaces(t(row.label));
  const said = isFile(row) ? label : label + withoutSpaces(answerRowText(t, row, set));
  return [
    ...(JSON.stringify(orderAnswerOf(read, row)) === JSON.stringify(set) ? [] : ['read']),
    ...(page.includes(said) ? [] : ['page']),
    ...(paper.includes(said) ? [] : ['paper']),
  ].map(where => `${row.path} = ${said}: ${where}`);
}

test.describe('every field of the description', () => {
  const all: Shown[] = [];
  test.beforeAll(async ({ serverUrl }) => {
    const doctor = await signIn(serverUrl, 'doctor');
    for (let turn = 0; turn < CHOICE_ROUNDS; turn++)
      for (const method of [1, 2] as const) all.push(await shownOf(doctor, method, turn));
  });

  for (const field of specFields) {
    if (!('at' in field)) continue;
    test(`${specFieldTitle(field)} is set, read, shown and printed`, () => {
      for (const path of field.at) {
        const found = all.flatMap(shown => {
          const rows = orderRows.filter(row => isAt(row, path));
          return rows.filter(row => setOf(shown, row) !== undefined).map(row => lost(shown, row));
        });
        expect([path, found.length > 0, found.flat()]).toEqual([path, true, []]);
      }
    });
  }
});

test.describe('every rule of the description', () => {
  let world: SpecRuleContext;
  test.beforeAll(async ({ serverUrl }) => {
    const sessions = new Map<string, Promise<Client>>();
    const as = (user: string) => {
      const there = sessions.get(user) ?? signIn(serverUrl, user);
      sessions.set(user, there);
      return there;
    };
    const doctor = await as('doctor');
    const { caseId } = (await doctor.post<{ caseId: string }>('/api/cases')).data;
    await doctor.put(`/api/cases/${caseId}/prescription`, { method: 1 });
    world = {
      url: serverUrl,
      as,
      draft: caseId,
      caseAt: (user, status) => findDemoCaseAt(serverUrl, user, status),
    };
  });

  for (const rule of specRules) {
    if (!('breaks' in rule)) continue;
    test(rule.rule, async () => {
      expect(await rule.breaks(world)).toEqual(expect.arrayContaining([...rule.names]));
    });
  }
});
