import { type DateValue, parseDate } from '@internationalized/date';
import { useRef } from 'react';
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
  /** Whether the field was left with a part of a date in it, which is no value. */
  onHalf?: ((half: boolean) => void) | undefined;
};

/** A day, or null when the text is none (31 February is none). */
function day(iso: string | null | undefined): DateValue | null {
  try {
    return iso ? parseDate(iso) : null;
  } catch {
    return null;
  }
}

/** Some of the segments are filled, others not. */
function isHalf(box: Element | null): boolean {
  const segments = [...(box?.querySelectorAll('[role="spinbutton"]') ?? [])];
  const empty = segments.filter(segment => segment.hasAttribute('data-placeholder')).length;
  return empty > 0 && empty < segments.length;
}

/** A date typed in segments, year first in every language: it is read in tables that way. */
export function DateField(props: Props) {
  const { error, size, min, max, value, defaultValue } = props;
  const { locale } = useLocale();
  const { root, label, notes } = useAriaField(props);
  const box = useRef<HTMLDivElement>(null);
  return (
    <I18nProvider locale={locale.startsWith('zh') ? 'zh-CN' : 'en-CA'}>
      <AriaDateField
        {...root}
        {...(value !== undefined && { value: day(value) })}
        {...(defaultValue !== undefined && { defaultValue: day(defaultValue) })}
        minValue={day(min)}
        maxValue={day(max)}
        onChange={next => {
          props.onChange?.(next ? next.toString() : null);
          if (next) props.onHalf?.(false);
        }}
        onBlur={() => {
          props.onBlur?.();
          props.onHalf?.(isHalf(box.current));
        }}
        shouldForceLeadingZeros
      >
        {label}
        <DateInput
          ref={box}
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
