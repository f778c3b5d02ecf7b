import { expect, test } from 'vitest';
import { cancelPinOrLeave, handleFormKeys } from './form-keys.ts';

const pressed = (key: string, more: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  defaultPrevented: false,
  preventDefault: () => undefined,
  ...more,
});

test('Escape in a comment form first cancels pinning, then closes the form', () => {
  const done: string[] = [];
  const pin = { wanted: true, stop: () => done.push('unpinned') };
  const pressEscape = () =>
    handleFormKeys(
      () => done.push('sent'),
      () => cancelPinOrLeave({ ...pin, stop: () => void pin.stop() }, () => void done.push('left')),
    )(pressed('Escape'));
  pressEscape();
  pin.wanted = false;
  pressEscape();
  expect(done).toEqual(['unpinned', 'left']);
});

test('Ctrl Enter submits a review form; an already handled key does nothing', () => {
  const done: string[] = [];
  const press = handleFormKeys(
    () => done.push('sent'),
    () => done.push('left'),
  );
  press(pressed('Enter', { ctrlKey: true }));
  press(pressed('Enter'));
  press(pressed('Escape', { defaultPrevented: true }));
  expect(done).toEqual(['sent']);
});
