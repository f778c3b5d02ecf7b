/** A dialog over an action's input: which fields it asks for, in which order, under which words. */
import type { TFunction } from 'i18next';
import type { ReactElement, ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { FileKind, Slot } from '#events/case/options.ts';
import { type Choice, type InputFields, type InputSchema, inputFields } from './input-fields.ts';
import type { FormProps } from './send.ts';

/** Answers given so far; null where a field was emptied. */
type Values<I> = { [K in keyof I]?: I[K] | null };

/** The control of a field whose schema names none. */
export type OwnControl = { value: unknown; onChange: (value: unknown) => void; error: string | undefined };

export type Row<I, K extends keyof I & string = keyof I & string> = {
  name: K;
  label: string;
  hint?: string | undefined;
  /** The answer until the user gives one. */
  first?: I[K] | null | undefined;
  /** Sent where the field is left empty; a text is shown as the placeholder. */
  otherwise?: I[K];
  /** Narrower bounds than the schema's, by the state of the case. */
  max?: number | string | undefined;
  min?: number;
  /** How a choice is shown; a bar by default. */
  look?: 'bar' | 'radio' | 'row' | 'select';
  /** The choices open now; all of the schema by default. */
  choices?: readonly Choice[];
  /** Dictionary path of the choices' words; the list's own by default. */
  words?: string;
  /** The rule asks for an answer although the schema does not. */
  isNeeded?: true;
  /** Says "optional" beside the label. */
  optional?: true;
  file?: { kind: FileKind; slot?: Slot };
  draw?: (control: OwnControl) => ReactNode;
};

type EachRow<I> = { [K in keyof I & string]: Row<I, K> }[keyof I & string];

/** A field, two fields side by side, or something between them. */
export type Entry<I> = EachRow<I> | readonly EachRow<I>[] | ReactElement | false | null | undefined | '';

export type DialogState<I> = {
  size?: 'small' | 'medium';
  rows: readonly Entry<I>[];
  /** Why the button is off while a required answer is missing. */
  needs?: string;
  /** False while the schema's requirements are met and the rule's are not. */
  isComplete?: boolean;
  /** Why the action cannot be taken at all. */
  refused?: string | false | undefined;
  /** Sent with the answers. */
  fixed?: Partial<I>;
  /** Id of the parcel whose number is corrected: the check for double numbers leaves it out. */
  ownParcel?: string;
};

/** What a dialog knows as it is drawn. */
export type DialogContext<I> = FormProps & {
  t: TFunction;
  /** Today's date in the clinic's time zone. */
  today: string;
  values: Values<I>;
  set: <K extends keyof I & string>(name: K, value: I[K] | null) => void;
  fileIds: readonly string[];
};

export type Erased = Record<string, unknown>;
export type SchemaDialog = {
  fields: InputFields;
  /** Namespaces of the words. */
  words: readonly string[];
  /** A hook. */
  useDialog: (context: DialogContext<Erased>) => DialogState<Erased>;
};

/**
 * Ties a dialog to the input that it makes: the compiler refuses a row that the input has no field for.
 * @param useDialog a hook: it may query what it shows
 */
export function schemaDialog<S extends InputSchema>(
  input: S,
  words: readonly string[],
  useDialog: (context: DialogContext<z.input<S>>) => DialogState<z.input<S>>,
): SchemaDialog {
  // The table of dialogs forgets the input's type; rows and values were checked against it above.
  return { fields: inputFields(input), words, useDialog: useDialog as unknown as SchemaDialog['useDialog'] };
}

const isRow = (entry: Entry<Erased>): entry is Row<Erased> =>
  entry !== null && typeof entry === 'object' && 'name' in entry;

/** The fields that are on screen. */
export const rowsOf = ({ rows }: Pick<DialogState<Erased>, 'rows'>): Row<Erased>[] =>
  rows.flatMap(entry => (Array.isArray(entry) ? entry : [entry])).filter(isRow);
