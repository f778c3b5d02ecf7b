import { expect, test } from 'vitest';
import { SubmitDialog } from './submit-dialog.tsx';

/** How often Ctrl Enter submits. */
function submitsByKey(state: { pending?: boolean; disabled?: boolean; disabledReason?: string }): number {
  let submits = 0;
  const submit = () => {
    submits += 1;
  };
  const texts = { title: 'Hand over', cancel: 'Cancel', confirm: 'Hand over' };
  SubmitDialog({ ...texts, ...state, submit, onClose: () => undefined }).props.onCtrlEnter();
  return submits;
}

test('Ctrl Enter submits a dialog, unless its button is busy or disabled', () => {
  expect(submitsByKey({})).toBe(1);
  expect(submitsByKey({ pending: true })).toBe(0);
  expect(submitsByKey({ disabled: true })).toBe(0);
  expect(submitsByKey({ disabledReason: 'Choose a colleague' })).toBe(0);
});
