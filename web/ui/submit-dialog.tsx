import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

type Props = Pick<DialogProps, 'title' | 'size' | 'footNote' | 'onClose' | 'children'> & {
  cancel: ReactNode;
  confirm: ReactNode;
  variant?: 'primary' | 'danger';
  pending?: boolean;
  /** Why the dialog cannot be submitted now; undefined if it can. */
  disabledReason?: string | undefined;
  submit: () => unknown;
};

/** Dialog with a form, a cancel button and a submit button. Ctrl Enter also submits. */
export function SubmitDialog(props: Props) {
  const { cancel, confirm, variant = 'primary', pending, disabledReason, submit, onClose, ...dialog } = props;
  // The button ignores presses then; Ctrl Enter does not pass through it.
  const isHeld = pending === true || Boolean(disabledReason);
  const press = () => {
    if (!isHeld) void submit();
  };
  return (
    <Dialog
      open
      {...dialog}
      onClose={onClose}
      onCtrlEnter={press}
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button variant={variant} pending={pending} disabledReason={disabledReason} onPress={press}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}
