import { expect, test } from 'vitest';
import { formKeys, leavePin } from './form-keys.ts';

const pressed = (key: string, more: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  defaultPrevented: false,
  preventDefault: () => undefined,
  ...more,
});

test('Escape in a comment takes back the wish to pin it first, and leaves the form next', () => {
  const done: string[] = [];
  const pin = { wanted: true, stop: () => done.push('unpinned') };
  const pressEscape = () =>
    formKeys(
      () => done.push('sent'),
      () => leavePin({ ...pin, stop: () => void pin.stop() }, () => void done.push('left')),
    )(pressed('Escape'));
  pressEscape();
  pin.wanted = false;
  pressEscape();
  expect(done).toEqual(['unpinned', 'left']);
});

test('Ctrl Enter sends, and a key that was taken already does nothing', () => {
  const done: string[] = [];
  const press = formKeys(
    () => done.push('sent'),
    () => done.push('left'),
  );
  press(pressed('Enter', { ctrlKey: true }));
  press(pressed('Enter'));
  press(pressed('Escape', { defaultPrevented: true }));
  expect(done).toEqual(['sent']);
});
