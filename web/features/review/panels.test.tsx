import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createInstance } from 'i18next';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { pastAt, requestMeasuredPast, stateOf } from '#events/testing/past.ts';
import { everybody } from '#events/testing/people.ts';
import { planWith } from '#events/testing/plans.ts';
import { presentCase } from '#projections/case/present.ts';
import { createTranslator as wordsOf } from '../../../infra/testing/translations.ts';
import { ChangeRequestsPanel } from './ChangeRequestsPanel.tsx';
import { CommentsPanel, commentPins } from './CommentsPanel.tsx';
import { ReviewDecisionBar } from './ReviewDecisionBar.tsx';
import { ReviewRecordPanel } from './ReviewRecordPanel.tsx';
import { expectedUnmetRequestItems, unmetRequestItems } from './red-items.ts';
import { VersionDifferencePanel } from './VersionDifferencePanel.tsx';

const namespaces = ['review', 'rx', 'case', 'action', 'error'] as const;
const i18n = createInstance();
const load = (lang: 'en' | 'zh-CN') =>
  Promise.all(
    namespaces.map(async ns => [ns, (await import(`../../i18n/${lang}/${ns}.json`)).default] as const),
  ).then(Object.fromEntries);
await i18n.use(initReactI18next).init({
  lng: 'en',
  ns: [...namespaces],
  resources: { en: await load('en'), 'zh-CN': await load('zh-CN') },
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});

/** The case view for a person. */
function viewFor(personId: string, past: Parameters<typeof stateOf>[0]) {
  const viewer = everybody.find(p => p.id === personId);
  if (!viewer) throw new Error(`unknown person ${personId}`);
  const person = (id: string) => ({
    id,
    name: `(${id})`,
    position: everybody.find(p => p.id === id)?.position ?? 'Admin',
  });
  const row = stateOf(past);
  const view = presentCase(
    { id: row.caseId, row, position: 1n },
    { viewer, hidden: false, person, logId: 'log' },
    { find: () => undefined },
  );
  if (!view) throw new Error(`${personId} does not see the case`);
  return view;
}

const rendered = (node: ReactNode) =>
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <I18nextProvider i18n={i18n}>{node}</I18nextProvider>
    </QueryClientProvider>,
  ).replaceAll('<!-- -->', '');
const en = wordsOf('en', 'review');

const of = (personId: string, past: Parameters<typeof stateOf>[0], version = 1) => ({
  view: viewFor(personId, past),
  list: 'plans' as const,
  version,
  bundle: null,
  previous: null,
});

test('the comments panel shows open threads with place and author, and a button for people who may comment', () => {
  const html = rendered(<CommentsPanel {...of('p-doctor', pastAt[Status.PlanAwaitingDoctor])} />);
  expect(html).toContain('先让 12 就位');
  expect(html).toContain('(p-expert) · 12, aligner 12');
  expect(html).toContain('1 reply');
  expect(html).not.toContain('中线已核对');
  expect(html).toContain('1 resolved');
  expect(html).toContain(`>${en('comments.add')}<`);
  expect(rendered(<CommentsPanel {...of('p-admin', pastAt[Status.PlanAwaitingDoctor])} />)).not.toContain(
    `>${en('comments.add')}<`,
  );
});

test('the comments panel shows pins for comments with a place on a tooth', () => {
  expect(commentPins(viewFor('p-doctor', pastAt[Status.PlanAwaitingDoctor]).comments)).toEqual([
    { id: 'comment-1', number: 1, stage: 12, tooth: 12, at: [0, 3, 1] },
  ]);
});

test('an empty panel explains its purpose', () => {
  const none = { ...of('p-doctor', pastAt[Status.PlanAwaitingDoctor]), list: 'targets' as const };
  expect(rendered(<CommentsPanel {...none} />)).toContain(en('comments.how'));
  const nobody = { ...none, view: { ...none.view, requests: [] } };
  expect(rendered(<ChangeRequestsPanel {...nobody} />)).toContain(en('requests.how'));
});

test('the requests panel shows verdict and value, and the buttons for withdrawing and asking', () => {
  const html = rendered(<ChangeRequestsPanel {...of('p-expert', requestMeasuredPast, 2)} />);
  expect(html).toContain('12: rotate 24° to mesial in all');
  expect(html).toContain('Partly');
  expect(html).toContain('v2 measured: rotate 18° to mesial');
  expect(html).toContain(en('requests.withdraw'));
  expect(html).toContain(en('requests.add'));
  const designer = rendered(<ChangeRequestsPanel {...of('p-technician', pastAt[Status.ExpertRejected])} />);
  expect(designer).toContain(en('requests.todo'));
  expect(designer).toContain(en('verdict.waiting'));
  expect(designer).not.toContain(en('requests.withdraw'));
  expect(designer).not.toContain(en('requests.add'));
});

test('an unmet request is a red point only of the version that was measured against it', () => {
  const t = i18n.getFixedT('en');
  expect(unmetRequestItems(of('p-expert', requestMeasuredPast, 2), t)).toEqual([
    { key: 'request:1', text: 'Request 1, Partly: 12: rotate 24° to mesial in all' },
  ]);
  expect(unmetRequestItems(of('p-expert', requestMeasuredPast, 1), t)).toEqual([]);
});

test('an unsubmitted plan is measured against the open requests', () => {
  const t = i18n.getFixedT('en');
  const { requests } = viewFor('p-technician', pastAt[Status.ExpertRejected]);
  const earlier = planWith({ teeth: { 12: { rotation: 2 } } });
  const red = (rotation: number) =>
    expectedUnmetRequestItems(requests, planWith({ teeth: { 12: { rotation } } }), () => earlier, t);
  expect(red(18)).toEqual(unmetRequestItems(of('p-expert', requestMeasuredPast, 2), t));
  expect(red(24)).toEqual([]);
});

test('the difference panel shows changed teeth in six numbers, or that there are none or no data', () => {
  const previous = planWith({ teeth: { 12: { rotation: 10 }, 11: {} } });
  const bundle = planWith({
    teeth: { 12: { rotation: 24, mesial: -0.3 }, 11: {} },
    ipr: [{ contact: '12-11', mm: 0.2, before: 3 }],
  });
  const panel = of('p-expert', requestMeasuredPast, 2);
  const html = rendered(<VersionDifferencePanel {...panel} bundle={bundle} previous={previous} />);
  expect(html).toContain('v1 → v2');
  expect(html).toContain('+14°');
  expect(html).toContain('−0.3');
  expect(html).toContain('12-11: none → 0.2 mm before aligner 3');
  expect(html.match(/<b class="num">/g)).toHaveLength(1);
  expect(rendered(<VersionDifferencePanel {...panel} bundle={bundle} previous={bundle} />)).toContain(
    en('difference.none'),
  );
  expect(rendered(<VersionDifferencePanel {...panel} bundle={bundle} />)).toContain(
    en('difference.unreadable'),
  );
  expect(rendered(<VersionDifferencePanel {...panel} version={1} bundle={bundle} />)).toContain(
    en('difference.first'),
  );
});

test('the difference panel lists removed teeth under their own heading', () => {
  const previous = planWith({ teeth: { 11: {}, 14: {}, 24: {} } });
  const bundle = planWith({ teeth: { 11: {} } });
  const html = rendered(
    <VersionDifferencePanel
      {...of('p-expert', requestMeasuredPast, 2)}
      bundle={bundle}
      previous={previous}
    />,
  );
  const headings = [...html.matchAll(/<h3[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(headings).toEqual([en('difference.presence')]);
  expect(html).toContain(en('difference.teethGone', { teeth: '14, 24' }));
});

test('the record panel names reviewer, decision and bundle', () => {
  const html = rendered(
    <ReviewRecordPanel view={viewFor('p-doctor', pastAt[Status.PrepareProduction])} list="plans" />,
  );
  for (const word of ['record.doctorApproved', 'record.expertApproved']) expect(html).toContain(en(word));
  expect(html).toContain('files sha-plan');
  const approved = viewFor('p-doctor', pastAt[Status.PrepareProduction]);
  const [plan] = approved.plans;
  if (!plan?.doctor) throw new Error('no review');
  const doctor = { ...plan.doctor, acknowledged: ['request:1', 'contacts:unmeasured'] };
  const unfolds = rendered(
    <ReviewRecordPanel view={{ ...approved, plans: [{ ...plan, doctor }] }} list="plans" />,
  );
  expect(unfolds).toContain(en('confirm.acknowledged_other', { count: 2 }));
  expect(unfolds).toContain(`<li>${en('acknowledged.contacts')}</li>`);
  const refused = rendered(
    <ReviewRecordPanel view={viewFor('p-doctor', pastAt[Status.ExpertRejected])} list="plans" />,
  );
  expect(refused).toContain(en('record.expertRefused'));
  expect(refused).toContain('33 号牙需要附件');
});

test('the reason for a blocked approval is red for red points, and neutral during a measurement', () => {
  const [plan] = viewFor('p-expert', pastAt[Status.PlanAwaitingExpert]).plans;
  if (!plan) throw new Error('no plan');
  const bar = (waits?: string) =>
    rendered(
      <ReviewDecisionBar
        caseId="C1"
        action="qualityAudit"
        plan={plan}
        waits={waits}
        asked={0}
        ticks={{ checked: new Set(), taken: new Set() }}
        red={[{ key: 'teeth:14', text: '14' }]}
        onTick={() => {}}
        onShow={() => {}}
        onDone={() => {}}
      />,
    );
  expect(bar()).toMatch(/data-why="red"[^>]*>Acknowledge 1 red point/);
  const measuring = bar(en('red.measuring'));
  expect(measuring).toContain(en('red.measuring'));
  expect(measuring).not.toContain('data-why');
});

test('every panel has Chinese texts', async () => {
  await i18n.changeLanguage('zh-CN');
  const panel = of('p-expert', requestMeasuredPast, 2);
  const html = rendered(
    <>
      <CommentsPanel {...panel} />
      <ChangeRequestsPanel {...panel} />
      <VersionDifferencePanel {...panel} />
      <ReviewRecordPanel view={panel.view} list="plans" />
    </>,
  );
  await i18n.changeLanguage('en');
  const text = html.replace(/<[^>]+>/g, ' ').replace(/\(p-\w+\)|sha-plan/g, '');
  expect(text.match(/[A-Za-z]{4,}/g) ?? []).toEqual([]);
  expect(text).toContain('部分达到');
});
