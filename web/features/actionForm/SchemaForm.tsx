/** The dialog of an action, built from its input's schema and a table of rows. */
import { Fragment, isValidElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '#events/case/rules.ts';
import { type UploadControl, useUploads } from '#web/features/file/useUploads.ts';
import { type CommandState, useCommandState } from '#web/lib/useCommandState.ts';
import { useToday } from '#web/lib/useToday.ts';
import type { ActionFormProps } from './action-form.ts';
import styles from './actionForm.module.css';
import { FormDialog } from './FormDialog.tsx';
import { commandValue, type InputField, isAnswered } from './input-fields.ts';
import { SchemaControl } from './SchemaControl.tsx';
import {
  type DialogEntry,
  type DialogRow,
  type DialogState,
  type SchemaDialog,
  type UntypedInput,
  visibleDialogRows,
} from './schema-dialog.ts';
import { type ParcelCheck, useParcelCheck } from './useParcelCheck.tsx';

type Props = ActionFormProps & { dialog: SchemaDialog };
type DialogTable = Partial<Record<Action, SchemaDialog>>;
type Drawn = DialogState<UntypedInput> & {
  fields: SchemaDialog['fields'];
  answerTo: (row: DialogRow<UntypedInput>) => unknown;
  set: (name: string, value: unknown) => void;
  sending: CommandState;
  uploads: UploadControl | null;
  check: ParcelCheck;
};

/** Ids of the uploaded files of a field, by the file kinds of its rows. */
function fileIdsOf(
  rows: readonly DialogRow<UntypedInput>[],
  name: string,
  uploads: UploadControl | null,
): string[] {
  const kinds = rows.flatMap(row => (row.name === name && row.file ? [row.file.kind] : []));
  return (uploads?.items ?? []).flatMap(({ kind, fileId }) =>
    fileId && kinds.includes(kind) ? [fileId] : [],
  );
}

function Field({ row, drawn }: { row: DialogRow<UntypedInput>; drawn: Drawn }) {
  const { sending, uploads } = drawn;
  const field: InputField | undefined = drawn.fields[row.name];
  if (!field) return null;
  const value = drawn.answerTo(row);
  return (
    <SchemaControl
      row={row}
      field={field}
      value={value}
      onChange={next => drawn.set(row.name, next)}
      // If several boxes share a field, none knows whether the error is its own, so the banner shows it.
      error={isShared(row, drawn) ? undefined : sending.error(row.name)}
      uploads={uploads}
    />
  );
}

const isShared = ({ name }: DialogRow<UntypedInput>, dialog: DialogState<UntypedInput>) =>
  visibleDialogRows(dialog).filter(row => row.name === name).length > 1;

/**
 * The fields of a row, side by side if there are two. Below a tracking number: the warning about another parcel with
 * the same number.
 */
function Rows({ entry, drawn }: { entry: DialogEntry<UntypedInput>; drawn: Drawn }) {
  if (!entry || isValidElement(entry)) return entry || null;
  const rows = visibleDialogRows({ rows: [entry] });
  const shown = rows.map(row => (
    <Field key={row.name + (row.file?.slot ?? row.file?.kind ?? '')} row={row} drawn={drawn} />
  ));
  const code = rows.find(row => drawn.fields[row.name]?.answer.kind === 'code');
  return (
    <>
      {shown.length > 1 ? <div className={styles.pair}>{shown}</div> : shown}
      {code && drawn.check.notice(String(drawn.answerTo(code) ?? ''))}
    </>
  );
}

function Form({ dialog, uploads, ...props }: Props & { uploads: UploadControl | null }) {
  const { t } = useTranslation(['action', 'case', ...dialog.words]);
  const [values, setValues] = useState<UntypedInput>({});
  const sending = useCommandState();
  const today = useToday(props.detail?.zone ?? 'UTC');
  const set = (name: string, value: unknown) => setValues(all => ({ ...all, [name]: value }));
  const { fields } = dialog;
  const state = dialog.useDialog({ ...props, t, today, values, set, fileIds: uploads?.fileIds ?? [] });
  const rows = visibleDialogRows(state);
  const check = useParcelCheck(state.ownParcel);
  const answerTo = (row: DialogRow<UntypedInput>) =>
    values[row.name] === undefined ? row.first : values[row.name];
  const answers = rows.map(row => {
    const field = fields[row.name];
    const value = row.file ? fileIdsOf(rows, row.name, uploads) : answerTo(row);
    return { row, field, value: isAnswered(value) ? value : (row.otherwise ?? value) };
  });
  const isFilled = answers.every(
    ({ row, field, value }) => !(field?.isRequired || row.isNeeded) || isAnswered(value),
  );
  const number = answers.find(({ field }) => field?.answer.kind === 'code')?.value;
  const isDoubtful = typeof number === 'string' && check.isDoubtful(number);
  const isBusy = uploads?.busy === true;
  const isLacking = !isFilled || state.isComplete === false;
  const reason =
    state.refused ||
    (isBusy && t('action:wait')) ||
    (isLacking && state.needs) ||
    (isDoubtful && t('action:sameNumber.needs')) ||
    undefined;
  const submit = async () => {
    const sent = answers.map(({ row, field, value }) => [row.name, field && commandValue(field, value)]);
    const input: UntypedInput = { ...Object.fromEntries(sent), ...state.fixed };
    if (typeof input.trackingNumber === 'string' && !(await check.check(input.trackingNumber))) return;
    if (await sending.run(() => props.send(props.action, input))) props.onClose();
  };
  const shared = rows.find(row => isShared(row, state))?.name;
  const drawn: Drawn = { ...state, fields, answerTo, set, sending, uploads, check };
  return (
    <FormDialog
      form={props}
      size={state.size}
      pending={sending.pending}
      disabled={Boolean(state.refused) || isBusy || isLacking || isDoubtful}
      disabledReason={reason}
      error={(shared && sending.error(shared)) ?? sending.other(rows.map(({ name }) => name))}
      submit={() => void submit()}
    >
      {state.rows.map((entry, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a dialog's rows are identified by their index in the table
        <Fragment key={at}>
          <Rows entry={entry} drawn={drawn} />
        </Fragment>
      ))}
    </FormDialog>
  );
}

function WithUploads(props: Props) {
  return <Form {...props} uploads={useUploads({ caseId: props.caseId })} />;
}

export function SchemaForm(props: Props) {
  const takesFiles = Object.values(props.dialog.fields).some(({ answer }) => answer.kind === 'files');
  return takesFiles ? <WithUploads {...props} /> : <Form {...props} uploads={null} />;
}

/** Renders the dialog of an action from a table of dialogs. */
export function DialogTableForm({ dialogs, ...props }: ActionFormProps & { dialogs: DialogTable }) {
  const dialog = dialogs[props.action];
  return dialog ? <SchemaForm key={props.action} {...props} dialog={dialog} /> : null;
}
