import { expect, test } from 'vitest';
import { noteOpener } from './dialog.tsx';

test('the focus goes back to what had it as the dialog opened, however often it is drawn meanwhile', () => {
  const [button, field, row] = ['button', 'field', 'row'].map(name => ({ name }) as unknown as HTMLElement);
  const opener: Parameters<typeof noteOpener>[0] = { was: false, from: null };
  const drawn = (open: boolean, active: HTMLElement | undefined) =>
    noteOpener(opener, open, () => active ?? null);
  drawn(false, button);
  drawn(true, button);
  drawn(true, field);
  expect(opener.from).toBe(button);
  drawn(false, field);
  expect(opener.from).toBe(button);
  drawn(true, row);
  expect(opener.from).toBe(row);
});
