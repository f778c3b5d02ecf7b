import { expect, test } from 'vitest';
import { recordOpener } from './dialog.tsx';

test('a dialog remembers the element that had the focus when it opened, however often it renders', () => {
  const [button, field, row] = ['button', 'field', 'row'].map(name => ({ name }) as unknown as HTMLElement);
  const opener: Parameters<typeof recordOpener>[0] = { was: false, from: null };
  const drawn = (open: boolean, active: HTMLElement | undefined) =>
    recordOpener(opener, open, () => active ?? null);
  drawn(false, button);
  drawn(true, button);
  drawn(true, field);
  expect(opener.from).toBe(button);
  drawn(false, field);
  expect(opener.from).toBe(button);
  drawn(true, row);
  expect(opener.from).toBe(row);
});
