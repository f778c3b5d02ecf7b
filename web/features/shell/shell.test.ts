import { describe, expect, test, vi } from 'vitest';
import { dayPart } from './bar.ts';
import { followMs, isTyping, readKey } from './keys.ts';
import { classicEntries, compactEntries, navEntries } from './nav.ts';

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
  test('leaves Retainer out for self-designers', () =>
    expect(ids({ position: 'Designer', orgId: 'main' })).toEqual([
      'home',
      'cases',
      'patients',
      'college',
      'news',
      'help',
    ]));
  test('ends with the service desk for those who stand there, and for nobody else', () => {
    for (const position of ['Service', 'SuperMechanic'] as const)
      expect(ids({ position, orgId: 'main' }).at(-1)).toBe('desk');
    expect(ids({ position: 'Admin', orgId: 'main' })).not.toContain('desk');
  });
  test('is another list for the organisation ediy', () =>
    expect(ids({ position: 'Designer', orgId: 'ediy' })).toEqual([
      ...['cases', 'patients', 'retainers'],
      ...['college', 'news', 'help'],
    ]));
});

describe('the classic bar', () => {
  const usual = navEntries({ position: 'Doctor', orgId: 'main' });
  test('has Patient and Support in front, and every other entry behind', () => {
    const entries = classicEntries(usual);
    expect(entries.filter(entry => !entry.second).map(({ word }) => word)).toEqual([
      'shell:nav.home',
      'shell:nav.cases',
      'shell:nav.patients',
      'shell:nav.support',
    ]);
    expect(entries.map(({ id }) => id).sort()).toEqual(usual.map(({ id }) => id).sort());
  });
  test('keeps Patient and Support in a narrow window', () =>
    expect(compactEntries(usual).map(({ href }) => href)).toEqual(['/patientFilterList', '/support']));
  test.each([
    [0, 'morning'],
    [11, 'morning'],
    [12, 'afternoon'],
    [17, 'afternoon'],
    [18, 'evening'],
    [23, 'evening'],
  ])('greets at %i h with %s', (hour, part) => expect(dayPart(hour)).toBe(part));
});

describe('keys', () => {
  const press = (key: string, more: object = {}) => ({
    key,
    ctrl: false,
    alt: false,
    at: 0,
    typing: false,
    ...more,
  });

  test('a single key is a command', () => expect(readKey(null, press('E'), true).command).toBe('eye'));
  test('G then W goes home, in time', () => {
    const { waiting, command } = readKey(null, press('g'), true);
    expect(command).toBeNull();
    expect(readKey(waiting, press('w', { at: followMs }), true).command).toBe('home');
    expect(readKey(waiting, press('w', { at: followMs + 1 }), true).command).toBeNull();
  });
  test('after G a single key is not its own command', () =>
    expect(readKey(0, press('e', { at: 1 }), true).command).toBeNull());
  test('in a field only Ctrl-K is heard', () => {
    expect(readKey(null, press('e', { typing: true }), true).command).toBeNull();
    expect(readKey(null, press('k', { typing: true, ctrl: true }), true).command).toBe('palette');
  });
  test.each(['input', 'textarea', 'select'])('letters typed into a field are text: %s', name => {
    class Field {
      type = 'text';
      closest = (selector: string) => (selector.split(/, */).includes(name) ? this : null);
    }
    vi.stubGlobal('HTMLElement', Field);
    vi.stubGlobal('HTMLInputElement', class {});
    // The boundary: the stub has the members that `isTyping` reads, and no others.
    expect(isTyping(new Field() as unknown as EventTarget)).toBe(true);
  });
  test('single keys can be switched off; Ctrl-K stays', () => {
    expect(readKey(null, press('/'), false).command).toBeNull();
    expect(readKey(null, press('g'), false).waiting).toBeNull();
    expect(readKey(null, press('k', { ctrl: true }), false).command).toBe('palette');
  });
  test('AltGr and the browser’s own keys are left alone', () => {
    expect(readKey(null, press('e', { ctrl: true }), true).command).toBeNull();
    expect(readKey(null, press('k', { ctrl: true, alt: true }), true).command).toBeNull();
  });
});
