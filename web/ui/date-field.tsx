import { type DateValue, parseDate } from '@internationalized/date';
import { DateField as AriaDateField, DateInput, DateSegment } from 'react-aria-components/DateField';
import { I18nProvider, useLocale } from 'react-aria-components/I18nProvider';
import { useAriaField } from './aria-field.tsx';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import type { FieldProps } from './field.tsx';

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
  const { error, size, min, max, value, defaultValue } = props;
  const { locale } = useLocale();
  const { root, label, notes } = useAriaField(props);
  return (
    <I18nProvider locale={locale.startsWith('zh') ? 'zh-CN' : 'en-CA'}>
      <AriaDateField
        {...root}
        {...(value !== undefined && { value: day(value) })}
        {...(defaultValue !== undefined && { defaultValue: day(defaultValue) })}
        minValue={day(min)}
        maxValue={day(max)}
        onChange={next => props.onChange?.(next ? next.toString() : null)}
        onBlur={() => props.onBlur?.()}
        shouldForceLeadingZeros
      >
        {label}
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
        {notes}
      </AriaDateField>
    </I18nProvider>
  );
}
