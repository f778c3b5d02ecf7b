import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import type { RowChange } from '#events/wire.ts';
import { presentToNobody, type View } from '#projections/view.ts';
import { views } from '#projections/views.ts';
import { patchesByView, unpatchedViews } from './patches-by-view.ts';
import { applyRows } from './pushed-rows.ts';

const item = (caseId: string, at: number, more: object = {}) => ({
  caseId,
  position: `log-${at}`,
  waits: false,
  ...more,
});
const change = (view: string, id: string, at: number, row: unknown): RowChange => ({
  view,
  id,
  position: `log-${at}`,
  row,
});

function page() {
  const client = new QueryClient();
  client.setQueryData(['cases', ''], { items: [item('A', 1), item('B', 2)], total: 2, page: 1, size: 10 });
  client.setQueryData(['workbench'], {
    counters: {},
    counts: {},
    waiting: [item('A', 1, { waits: true })],
    feed: [{ id: 'A:0' }],
  });
  client.setQueryData(['case', 'A'], { caseId: 'A', header: item('A', 1) });
  client.setQueryData(['history', 'A'], [{ id: 'A:0', caseId: 'A' }]);
  const lay = (...rows: RowChange[]) => applyRows(client, { position: 'log-9', rows });
  const shown = (key: string[]) => client.getQueryData<Record<string, unknown>>(key);
  return { client, lay, shown };
}

describe('a pushed row', () => {
  test('changes nothing in the lists of a past moment', () => {
    const { client, lay, shown } = page();
    const then = { items: [item('A', 1, { owner: { id: 'p-1', name: '陈', position: 'Doctor' } })] };
    for (const name of ['cases', 'retainers', 'shop', 'workbench'])
      client.setQueryData(['past', name, 'log-1'], { ...then, waiting: then.items });
    lay(
      change('caseList', 'A', 5, item('A', 5)),
      change('shop', 'A', 5, item('A', 5)),
      change('names', 'p-1', 5, { id: 'p-1', name: '陈师傅', position: 'Doctor' }),
    );
    for (const name of ['cases', 'retainers', 'shop', 'workbench'])
      expect(shown(['past', name, 'log-1'])).toEqual({ ...then, waiting: then.items });
  });
  test('of an erased patient makes past moments read again', () => {
    const { client, lay } = page();
    client.setQueryData(['past', 'cases', 'log-1'], { items: [item('A', 1)] });
    lay(change('history', 'A:1', 5, { id: 'A:1', caseId: 'A', type: 'PatientErased' }));
    expect(client.getQueryState(['past', 'cases', 'log-1'])?.isInvalidated).toBe(true);
  });
  test('replaces the row in place, in every list', () => {
    const { lay, shown } = page();
    const told = lay(change('caseList', 'B', 5, item('B', 5)));
    expect(shown(['cases', ''])?.items).toEqual([item('A', 1), item('B', 5)]);
    expect(told).toEqual({ changed: ['B'], moved: ['B'] });
  });
  test('enters and leaves the waiting list', () => {
    const { lay, shown } = page();
    lay(change('caseList', 'C', 5, item('C', 5, { waits: true })));
    expect(shown(['workbench'])?.waiting).toHaveLength(2);
    lay(change('caseList', 'A', 6, item('A', 6)));
    expect(shown(['workbench'])?.waiting).toEqual([item('C', 5, { waits: true })]);
    lay(change('caseList', 'C', 7, null));
    expect(shown(['workbench'])?.waiting).toEqual([]);
  });
  test('of a renamed person changes the name in all data and invalidates nothing', () => {
    const { client, lay, shown } = page();
    const of = (name: string) => ({ id: 'p-1', name, position: 'Technician' });
    const facts = (assignee: string) => ({ assigneeId: 'p-1', assignee });
    const other = { id: 'p-2', name: '陈', position: 'Technician' };
    const data = (name: string) => ({
      items: [{ ...item('A', 1), assignee: of(name), people: [other, of(name)], facts: facts(name) }],
    });
    client.setQueryData(['cases', ''], data('陈'));
    lay(change('names', 'p-1', 5, of('林')));
    expect(shown(['cases', ''])).toEqual(data('林'));
    expect(client.getQueryState(['cases', ''])?.isInvalidated).toBe(false);
  });
  test('of a renamed person keeps stale data stale', () => {
    const { client, lay, shown } = page();
    const key = ['case', 'A'];
    const owner = { id: 'p-1', name: '陈', position: 'Doctor' };
    client.setQueryData(key, { owner }, { updatedAt: 7 });
    void client.invalidateQueries({ queryKey: key });
    lay(change('names', 'p-1', 5, { ...owner, name: '林' }));
    expect(shown(key)).toEqual({ owner: { ...owner, name: '林' } });
    expect(client.getQueryState(key)).toMatchObject({ isInvalidated: true, dataUpdatedAt: 7 });
  });
  test('of a message invalidates pages that do not contain it', () => {
    const { client, lay } = page();
    const key = ['messages', ''];
    client.setQueryData(key, { items: [], total: 0, page: 1, size: 10 });
    lay(...['m1', 'm2'].map(id => change('messages', id, 5, { id, position: 'log-5' })));
    expect(client.getQueryState(key)?.isInvalidated).toBe(true);
  });
  test('of a case replaces only an older version', () => {
    const { lay, shown } = page();
    lay(change('case', 'A', 4, { caseId: 'A', header: item('A', 4) }));
    lay(change('case', 'A', 3, { caseId: 'A', header: item('A', 3) }));
    expect(shown(['case', 'A'])?.header).toEqual(item('A', 4));
  });
  test('of a history appends one line once and prepends it to the feed', () => {
    const { lay, shown } = page();
    const line = { id: 'A:1', caseId: 'A' };
    lay(change('history', 'A:1', 4, line));
    lay(change('history', 'A:1', 4, line));
    expect(shown(['history', 'A'])).toEqual([{ id: 'A:0', caseId: 'A' }, line]);
    expect(shown(['workbench'])?.feed).toEqual([line, { id: 'A:0' }]);
  });
  test('of an erased patient invalidates all queries that name the patient', () => {
    const { client, lay } = page();
    client.setQueryData(['messages', ''], { items: [] });
    lay(change('history', 'A:1', 4, { id: 'A:1', caseId: 'A', type: 'PatientErased' }));
    const stale = [['history', 'A'], ['workbench'], ['messages', ''], ['cases', '']].map(
      key => client.getQueryState(key)?.isInvalidated,
    );
    expect(stale).toEqual([true, true, true, false]);
  });
  test('updates counts and unread messages at once', () => {
    const { client, shown } = page();
    const counters = { counters: { all: 3 }, waiting: 1 };
    applyRows(client, {
      position: 'log-9',
      rows: [change('inbox', 'p', 9, { upTo: 'x', unread: 4 })],
      counters,
    });
    expect(shown(['counts'])).toEqual(counters);
    expect(shown(['workbench'])?.counters).toEqual({ all: 3 });
    expect(client.getQueryData(['unread'])).toBe(4);
  });
  test('has a patch for each view that is pushed', () => {
    const all: readonly View[] = views;
    const pushed = all.filter(view => view.present !== presentToNobody).map(view => view.name);
    expect([...Object.keys(patchesByView), ...unpatchedViews].sort()).toEqual(pushed.sort());
  });
  test.each(Object.entries(patchesByView))('of %s patches at least one query', (view, patchesOf) => {
    const rows = [null, { id: 'A' }];
    expect(rows.flatMap(row => patchesOf(change(view, 'A', 5, row)))).not.toEqual([]);
  });
  test('of an unknown view changes nothing', () => {
    expect(page().lay(change('nothing', 'R1', 5, {}))).toEqual({ changed: [], moved: [] });
  });
});
