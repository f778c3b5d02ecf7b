import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { useAriaFieldProps } from './aria-field.tsx';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import type { FieldProps } from './field.tsx';
import { useKitTexts } from './kit-texts.tsx';
import overlay from './overlay.module.css';
import { filterItems } from './palette-filter.ts';

type Option = {
  value: string;
  label: string;
  description?: string;
  /** Additional search text: pinyin, a number. */
  search?: string;
  disabled?: boolean;
};

type Props = FieldProps & {
  value?: string | null;
  defaultValue?: string;
  onChange?: (value: string | null) => void;
  options: readonly Option[];
  placeholder?: string;
  /** Accepts text that matches no option; `onInputChange` receives it. */
  allowsCustom?: boolean;
  onInputChange?: (text: string) => void;
  /** Shown when no option matches. */
  emptyText?: string;
};

/** Selection of one option, with type-ahead search. */
export function ComboBox(props: Props) {
  const { error, size, value, defaultValue, options, emptyText } = props;
  const texts = useKitTexts();
  const { root, label, notes } = useAriaFieldProps(props);
  const box = useRef<HTMLSpanElement>(null);
  const [typed, setTyped] = useState('');
  const chosen = options.some(option => option.label === typed);
  const shown = (chosen ? options : filterItems(typed, options.map(found))).map(option => ({
    ...option,
    id: option.value,
  }));
  return (
    <AriaComboBox
      {...root}
      items={shown}
      defaultFilter={() => true}
      {...(value !== undefined && { value })}
      {...(defaultValue !== undefined && { defaultValue })}
      onChange={next => props.onChange?.(next === null ? null : String(next))}
      onInputChange={text => {
        setTyped(text);
        props.onInputChange?.(text);
      }}
      allowsCustomValue={props.allowsCustom ?? false}
      allowsEmptyCollection={emptyText !== undefined}
      menuTrigger="focus"
    >
      {label}
      <span
        ref={box}
        className={cx(styles.box, size === 'compact' && styles.compact)}
        data-invalid={error ? '' : undefined}
      >
        <Input placeholder={props.placeholder} />
        <Button aria-label={texts.showOptions} className={styles.open ?? ''}>
          <ChevronDown aria-hidden="true" />
        </Button>
      </span>
      {notes}
      <Popover
        triggerRef={box}
        placement="bottom start"
        className={overlay.popover ?? ''}
        offset={4}
        style={{ minWidth: 'calc(var(--trigger-width) + 20px)' }}
      >
        <ListBox<Option & { id: string }>
          className={cx(overlay.options, overlay.bare) ?? ''}
          renderEmptyState={() => <div className={overlay.noOption}>{emptyText}</div>}
        >
          {option => (
            <ListBoxItem
              id={option.value}
              textValue={option.label}
              isDisabled={option.disabled ?? false}
              className={cx(overlay.item, option.disabled && overlay.shut) ?? ''}
            >
              <span className={overlay.itemLabel}>{option.label}</span>
              {option.description && <span className={overlay.itemNote}>{option.description}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}

function found(option: Option): Option {
  return { ...option, search: cx(option.search, option.description) };
}
