import { expect, it } from 'vitest';
import { caseEvents } from '#events/case/stream.ts';
import en from '../../../i18n/en/analysis.json' with { type: 'json' };
import zh from '../../../i18n/zh-CN/analysis.json' with { type: 'json' };
import { eventKey, isLogFiltered, logFilterOf, logHref, parseEventKey, readLogSearch } from './log-search.ts';

it('the address keeps filters, moment and event, and nothing else', () => {
  const search = readLogSearch({
    type: 'CaseCreated',
    at: '2026-04-17',
    event: 'ABC234-7',
    from: '',
    x: '1',
  });
  expect(search).toEqual({ type: 'CaseCreated', at: '2026-04-17', event: 'ABC234-7' });
  expect(logHref(search, { event: undefined, case: 'ABC234' })).toBe(
    '/analysis/log?type=CaseCreated&at=2026-04-17&case=ABC234',
  );
  expect(logFilterOf(search)).toMatchObject({ type: 'CaseCreated', caseId: undefined });
  expect([isLogFiltered(search), isLogFiltered({ at: '2026-04-17', event: 'ABC234-7' })]).toEqual([
    true,
    false,
  ]);
});

it('an event’s key is read back, and a malformed one is not', () => {
  expect(parseEventKey(eventKey({ caseId: 'ABC234', revision: 7 }))).toEqual({
    caseId: 'ABC234',
    revision: '7',
  });
  for (const key of ['', 'ABC234', 'ABC234-x', 'a/b-1', '-1']) expect(parseEventKey(key)).toBeUndefined();
});

it('every type of event has a name in both languages, and no other has', () => {
  for (const { type } of [en.log, zh.log])
    expect(Object.keys(type).sort()).toEqual(Object.keys(caseEvents).sort());
});
