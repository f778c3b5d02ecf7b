import { type DateValue, parseDate } from '@internationalized/date';
import { useId } from 'react';
import { DateField as AriaDateField, DateInput, DateSegment } from 'react-aria-components/DateField';
import { I18nProvider, useLocale } from 'react-aria-components/I18nProvider';
import { Label } from 'react-aria-components/Label';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import { describedBy, FieldNotes, type FieldProps, Star } from './field.tsx';
import { useKitTexts } from './kit-texts.tsx';

type Props = FieldProps & {
  /** `YYYY-MM-DD`. */
  value?: string | null | undefined;
  defaultValue?: string | undefined;
  onChange?: ((value: string | null) => void) | undefined;
  onBlur?: (() => void) | undefined;
  min?: string | undefined;
  max?: string | undefined;
};

/** A day, or null when the text is none (31 February is none). */
function day(iso: string | null | undefined): DateValue | null {
  try {
    return iso ? parseDate(iso) : null;
  } catch {
    return null;
  }
}

/** A date typed in segments, year first in every language: it is read in tables that way. */
export function DateField(props: Props) {
  const {
    label,
    hideLabel,
    hint,
    warning,
    error,
    required,
    optional,
    labelEnd,
    size,
    min,
    max,
    value,
    defaultValue,
  } = props;
  const texts = useKitTexts();
  const { locale } = useLocale();
  const own = useId();
  const id = props.id ?? own;
  return (
    <I18nProvider locale={locale.startsWith('zh') ? 'zh-CN' : 'en-CA'}>
      <AriaDateField
        id={id}
        name={props.name ?? ''}
        className={cx(styles.field, props.className) ?? ''}
        {...(value !== undefined && { value: day(value) })}
        {...(defaultValue !== undefined && { defaultValue: day(defaultValue) })}
        minValue={day(min)}
        maxValue={day(max)}
        onChange={next => props.onChange?.(next ? next.toString() : null)}
        onBlur={() => props.onBlur?.()}
        isDisabled={props.disabled ?? false}
        isReadOnly={props.readOnly ?? false}
        isRequired={required ?? false}
        isInvalid={Boolean(error)}
        shouldForceLeadingZeros
        validationBehavior="aria"
        aria-describedby={describedBy(id, props)}
      >
        <span className={hideLabel ? 'visually-hidden' : styles.label}>
          <Label>
            {label}
            {required && <Star />}
          </Label>
          {labelEnd ?? (optional && <span className={styles.mark}>{texts.optional}</span>)}
        </span>
        <DateInput
          className={cx(styles.box, styles.date, size === 'compact' && styles.compact) ?? ''}
          data-invalid={error ? '' : undefined}
        >
          {segment =>
            segment.type === 'literal' ? (
              <DateSegment segment={segment} className={styles.dash ?? ''}>
                {segment.text.trim() === '' ? ' ' : '-'}
              </DateSegment>
            ) : (
              <DateSegment segment={segment} className={styles.segment ?? ''} />
            )
          }
        </DateInput>
        <FieldNotes id={id} hint={hint} warning={warning} error={error} />
      </AriaDateField>
    </I18nProvider>
  );
}
