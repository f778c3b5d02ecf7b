import { describe, expect, test, vi } from 'vitest';
import { isTyping } from '#web/ui/is-typing.ts';
import { navEntries, navEntriesForClassicBar, navEntriesForNarrowBar } from './nav.ts';
import { dayPart } from './navigation-bar.ts';
import { interpretShortcutKey, sequenceTimeoutMs } from './shortcuts.ts';

const ids = (position: Parameters<typeof navEntries>[0]) => navEntries(position).map(entry => entry.id);

describe('the navigation', () => {
  test('has Home, Case, Patient, Retainer, Institute, News, Help', () =>
    expect(ids({ position: 'Doctor', orgId: 'main' })).toEqual([
      'home',
      'cases',
      'patients',
      'retainers',
      'college',
      'news',
      'help',
    ]));
  test('omits Retainer for self-designers', () =>
    expect(ids({ position: 'Designer', orgId: 'main' })).toEqual([
      'home',
      'cases',
      'patients',
      'college',
      'news',
      'help',
    ]));
  test('ends with the service desk for desk staff only', () => {
    for (const position of ['Service', 'SuperMechanic'] as const)
      expect(ids({ position, orgId: 'main' }).at(-1)).toBe('desk');
    expect(ids({ position: 'Admin', orgId: 'main' })).not.toContain('desk');
  });
  test('has Analysis before Institute for those who may replay the history', () => {
    for (const position of ['Analyst', 'Admin', 'SuperMechanic'] as const) {
      const all = ids({ position, orgId: 'main' });
      expect(all.indexOf('analysis')).toBe(all.indexOf('college') - 1);
    }
    expect(ids({ position: 'Doctor', orgId: 'main' })).not.toContain('analysis');
  });
  test('is another list for the organisation ediy', () =>
    expect(ids({ position: 'Designer', orgId: 'ediy' })).toEqual([
      ...['cases', 'patients', 'retainers'],
      ...['college', 'news', 'help'],
    ]));
});

describe('the classic bar', () => {
  const usual = navEntries({ position: 'Doctor', orgId: 'main' });
  test('has Patient and Support in front, and all other entries in "More"', () => {
    const entries = navEntriesForClassicBar(usual);
    expect(entries.filter(entry => !entry.second).map(({ word }) => word)).toEqual([
      'shell:nav.home',
      'shell:nav.cases',
      'shell:nav.patients',
      'shell:nav.support',
    ]);
    expect(entries.map(({ id }) => id).sort()).toEqual(usual.map(({ id }) => id).sort());
  });
  test('keeps Patient and Support on narrow windows', () =>
    expect(navEntriesForNarrowBar(usual).map(({ href }) => href)).toEqual([
      '/patientFilterList',
      '/support',
    ]));
  test.each([
    [0, 'morning'],
    [11, 'morning'],
    [12, 'afternoon'],
    [17, 'afternoon'],
    [18, 'evening'],
    [23, 'evening'],
  ])('greets at %i h with %s', (hour, part) => expect(dayPart(hour)).toBe(part));
});

describe('global shortcuts', () => {
  const press = (key: string, more: object = {}) => ({
    key,
    ctrl: false,
    alt: false,
    at: 0,
    typing: false,
    ...more,
  });

  test('run a command by a single key', () =>
    expect(interpretShortcutKey(null, press('E'), true).command).toBe('eye'));
  test('go home with G then W within the time limit', () => {
    const { waiting, command } = interpretShortcutKey(null, press('g'), true);
    expect(command).toBeNull();
    expect(interpretShortcutKey(waiting, press('w', { at: sequenceTimeoutMs }), true).command).toBe('home');
    expect(interpretShortcutKey(waiting, press('w', { at: sequenceTimeoutMs + 1 }), true).command).toBeNull();
  });
  test('treat a key after G as part of the sequence only', () =>
    expect(interpretShortcutKey(0, press('e', { at: 1 }), true).command).toBeNull());
  test('accept only Ctrl-K within a field', () => {
    expect(interpretShortcutKey(null, press('e', { typing: true }), true).command).toBeNull();
    expect(interpretShortcutKey(null, press('k', { typing: true, ctrl: true }), true).command).toBe(
      'palette',
    );
  });
  test.each(['input', 'textarea', 'select'])('treat letters typed into %s as text', name => {
    class Field {
      closest = (selector: string) => (new RegExp(`(^|, )${name}\\b`).test(selector) ? this : null);
    }
    vi.stubGlobal('HTMLElement', Field);
    // Cast at the boundary: the stub has only the members that `isTyping` reads.
    expect(isTyping(new Field() as unknown as EventTarget)).toBe(true);
  });
  test('can be switched off for single keys; Ctrl-K stays', () => {
    expect(interpretShortcutKey(null, press('/'), false).command).toBeNull();
    expect(interpretShortcutKey(null, press('g'), false).waiting).toBeNull();
    expect(interpretShortcutKey(null, press('k', { ctrl: true }), false).command).toBe('palette');
  });
  test('ignore AltGr and the browser’s own shortcuts', () => {
    expect(interpretShortcutKey(null, press('e', { ctrl: true }), true).command).toBeNull();
    expect(interpretShortcutKey(null, press('k', { ctrl: true, alt: true }), true).command).toBeNull();
  });
});
