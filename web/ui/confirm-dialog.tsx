import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';

type Note = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  required?: boolean;
  maxLength?: number;
  placeholder?: string;
  error?: string;
};

type Props = {
  open: boolean;
  title: ReactNode;
  children?: ReactNode;
  confirm: string;
  cancel: string;
  /** A promise keeps the button busy until it settles; closing is the caller's. */
  onConfirm: () => unknown;
  onClose: () => void;
  danger?: boolean;
  pending?: boolean;
  disabled?: boolean;
  disabledReason?: string;
  note?: Note;
  /** The word that must be typed first. */
  typeToConfirm?: { label: string; word: string };
  footNote?: ReactNode;
};

/** "Are you sure?" with what it means, and where needed a note or a typed word. Ctrl Enter confirms. */
export function ConfirmDialog(props: Props) {
  const {
    open,
    title,
    children,
    confirm,
    cancel,
    onConfirm,
    onClose,
    danger,
    disabled,
    disabledReason,
    note,
    typeToConfirm,
    footNote,
  } = props;
  const [busy, setBusy] = useState(false);
  const [word, setWord] = useState('');
  const pending = props.pending || busy;
  const wants =
    (note?.required && note.value.trim() === '') ||
    (typeToConfirm !== undefined && word !== typeToConfirm.word);
  const act = () => {
    if (pending || disabled || disabledReason || wants) return;
    const work = onConfirm();
    if (!(work instanceof Promise)) return;
    setBusy(true);
    work.finally(() => setBusy(false)).catch(() => undefined);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      role="alertdialog"
      onCtrlEnter={act}
      footNote={footNote}
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button
            variant={danger ? 'dangerFilled' : 'primary'}
            pending={pending}
            disabled={disabled || wants}
            disabledReason={disabledReason}
            onPress={act}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      {note && <TextArea {...note} autoFocus />}
      {typeToConfirm && (
        <TextField label={typeToConfirm.label} value={word} onChange={setWord} autoComplete="off" autoFocus />
      )}
    </Dialog>
  );
}
