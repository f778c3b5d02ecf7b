/** A dialog over an action's input: fields, order, and labels. */
import type { TFunction } from 'i18next';
import type { ReactElement, ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { FileKind, Slot } from '#events/case/options.ts';
import type { ActionFormProps } from './action-form.ts';
import { type ChoiceValue, type InputFields, type InputSchema, inputFields } from './input-fields.ts';

/** The dialog's answers so far; null for an emptied field. */
type Values<I> = { [K in keyof I]?: I[K] | null };

/** The control of a field whose schema names none. */
export type CustomControlProps = {
  value: unknown;
  onChange: (value: unknown) => void;
  error: string | undefined;
};

export type DialogRow<I, K extends keyof I & string = keyof I & string> = {
  name: K;
  label: string;
  hint?: string | undefined;
  /** Initial answer of the field. */
  first?: I[K] | null | undefined;
  /** Sent if the field is empty; a text is also the placeholder. */
  otherwise?: I[K];
  /** Narrower bounds than the schema's, from the case's state. */
  max?: number | string | undefined;
  min?: number;
  /** Appearance of a choice field; a bar by default. */
  look?: 'bar' | 'radio' | 'row' | 'select';
  /** The choices offered now; all of the schema by default. */
  choices?: readonly ChoiceValue[];
  /** Dictionary path of the choices' labels; the list's own by default. */
  words?: string;
  /** The rule requires an answer although the schema does not. */
  isNeeded?: true;
  /** Shows "optional" next to the field's label. */
  optional?: true;
  file?: { kind: FileKind; slot?: Slot };
  draw?: (control: CustomControlProps) => ReactNode;
};

type EachRow<I> = { [K in keyof I & string]: DialogRow<I, K> }[keyof I & string];

/** A field, two fields side by side, or an element between fields. */
export type DialogEntry<I> =
  | EachRow<I>
  | readonly EachRow<I>[]
  | ReactElement
  | false
  | null
  | undefined
  | '';

export type DialogState<I> = {
  size?: 'small' | 'medium';
  rows: readonly DialogEntry<I>[];
  /** Explains why the button is disabled while a required answer is missing. */
  needs?: string;
  /** False while the rule's requirements are unmet although the schema's are met. */
  isComplete?: boolean;
  /** The reason why the action is impossible; shown instead of the form. */
  refused?: string | false | undefined;
  /** Fixed input values that are sent with the answers. */
  fixed?: Partial<I>;
  /** Id of the parcel whose number is corrected: excluded from the check for duplicate numbers. */
  ownParcel?: string;
};

/** The data available to a dialog while it renders. */
export type DialogContext<I> = ActionFormProps & {
  t: TFunction;
  /** Today's date in the clinic's time zone. */
  today: string;
  values: Values<I>;
  set: <K extends keyof I & string>(name: K, value: I[K] | null) => void;
  fileIds: readonly string[];
};

export type UntypedInput = Record<string, unknown>;
export type SchemaDialog = {
  fields: InputFields;
  /** Dictionary namespaces that the dialog uses. */
  words: readonly string[];
  /** Must be called as a React hook. */
  useDialog: (context: DialogContext<UntypedInput>) => DialogState<UntypedInput>;
};

/**
 * Binds a dialog to its input's type: a row without a matching input field is a compile error. @param
 * useDialog a hook: it may query the data it shows
 */
export function createSchemaDialog<S extends InputSchema>(
  input: S,
  words: readonly string[],
  useDialog: (context: DialogContext<z.input<S>>) => DialogState<z.input<S>>,
): SchemaDialog {
  // Cast: the table of dialogs drops the input's type; rows and values were checked against it above.
  return { fields: inputFields(input), words, useDialog: useDialog as unknown as SchemaDialog['useDialog'] };
}

const isRow = (entry: DialogEntry<UntypedInput>): entry is DialogRow<UntypedInput> =>
  entry !== null && typeof entry === 'object' && 'name' in entry;

/** The dialog fields on screen, without gaps and headings. */
export const visibleDialogRows = ({
  rows,
}: Pick<DialogState<UntypedInput>, 'rows'>): DialogRow<UntypedInput>[] =>
  rows.flatMap(entry => (Array.isArray(entry) ? entry : [entry])).filter(isRow);
