import { CircleAlert, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import { useKitTexts } from './kit-texts.tsx';

/** Props that all fields share. */
export type FieldProps = {
  label: ReactNode;
  hideLabel?: boolean;
  hint?: ReactNode;
  warning?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** Shows "optional" next to the label. */
  optional?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  name?: string;
  id?: string;
  className?: string;
  size?: 'medium' | 'compact';
  /** Content at the right end of the label line. */
  labelEnd?: ReactNode;
};

type FrameProps = Pick<
  FieldProps,
  'label' | 'hideLabel' | 'hint' | 'warning' | 'error' | 'required' | 'labelEnd' | 'className'
> & {
  id: string;
  /** The word that marks an optional field. */
  mark?: string;
  children: ReactNode;
};

/** The ids of the notes under a control, for `aria-describedby`. */
export function describedByIds(
  id: string,
  { hint, warning, error }: Pick<FieldProps, 'hint' | 'warning' | 'error'>,
): string | undefined {
  return cx(error ? `${id}-error` : null, warning ? `${id}-warning` : null, hint ? `${id}-hint` : null);
}

/** Label, control and notes. Stateless, so script-free pages can use it. */
export function FieldFrame({
  id,
  label,
  hideLabel,
  hint,
  warning,
  error,
  required,
  labelEnd,
  mark,
  className,
  children,
}: FrameProps) {
  return (
    <div className={cx(styles.field, className)}>
      {hideLabel ? (
        <label htmlFor={id} className="visually-hidden">
          {label}
        </label>
      ) : (
        <span className={styles.label}>
          <label htmlFor={id}>
            {label}
            {required && <RequiredMark />}
          </label>
          {labelEnd ?? (mark && <span className={styles.mark}>{mark}</span>)}
        </span>
      )}
      {children}
      <FieldNotes id={id} hint={hint} warning={warning} error={error} />
    </div>
  );
}

/** The mark of a required field; the control itself has `required`. */
export function RequiredMark() {
  return (
    <span className={styles.star} aria-hidden="true">
      *
    </span>
  );
}

export function FieldNotes({
  id,
  hint,
  warning,
  error,
}: Pick<FieldProps, 'hint' | 'warning' | 'error'> & { id: string }) {
  return (
    <>
      {error && (
        <span id={`${id}-error`} className={cx(styles.note, styles.error)}>
          <CircleAlert aria-hidden="true" />
          <span>{error}</span>
        </span>
      )}
      {warning && (
        <span id={`${id}-warning`} className={cx(styles.note, styles.warning)}>
          <TriangleAlert aria-hidden="true" />
          <span>{warning}</span>
        </span>
      )}
      {hint && (
        <span id={`${id}-hint`} className={styles.note}>
          {hint}
        </span>
      )}
    </>
  );
}

/** The id and aria props of a field's control. */
export function useFieldControlProps(props: FieldProps) {
  const own = useId();
  const id = props.id ?? own;
  return {
    id,
    name: props.name,
    disabled: props.disabled,
    readOnly: props.readOnly,
    required: props.required,
    'aria-invalid': props.error ? (true as const) : undefined,
    'aria-describedby': describedByIds(id, props),
  };
}

/** A field's frame, with the word for "optional" from the app's texts. */
export function Field({ id, children, ...field }: FieldProps & { id: string; children: ReactNode }) {
  return field.optional ? (
    <OptionalFrame {...field} id={id}>
      {children}
    </OptionalFrame>
  ) : (
    <FieldFrame {...field} id={id}>
      {children}
    </FieldFrame>
  );
}

function OptionalFrame(props: FrameProps) {
  return <FieldFrame {...props} mark={useKitTexts().optional} />;
}
