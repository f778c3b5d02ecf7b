import { Search, X } from 'lucide-react';
import { type Ref, useRef, useState } from 'react';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import { IconButton } from './icon-button.tsx';
import { Kbd } from './kbd.tsx';
import { useKitTexts } from './kit-texts.tsx';

type Props = {
  label: string;
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
  onSubmit?: (value: string) => void;
  placeholder?: string;
  /** The shortcut that focuses the field, shown while the field is empty. */
  shortcut?: string;
  /** `sunken` for the header, `box` among fields. */
  tone?: 'sunken' | 'box';
  name?: string;
  className?: string;
  ref?: Ref<HTMLInputElement>;
};

/** A search field: Enter submits, Escape clears. Without `onSubmit` it is a plain field of its form. */
export function SearchField(props: Props) {
  const {
    label,
    value,
    defaultValue = '',
    onChange,
    onSubmit,
    placeholder,
    shortcut,
    tone = 'box',
    name,
    className,
    ref,
  } = props;
  const texts = useKitTexts();
  const own = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(defaultValue);
  const text = value ?? typed;
  const set = (next: string) => {
    setTyped(next);
    onChange?.(next);
  };
  const clear = () => {
    set('');
    onSubmit?.('');
    own.current?.focus();
  };
  return (
    <search className={cx(styles.box, tone === 'sunken' ? styles.sunken : styles.compact, className)}>
      <Search aria-hidden="true" />
      <input
        ref={node => {
          own.current = node;
          if (typeof ref === 'function') ref(node);
          else if (ref) ref.current = node;
        }}
        type="search"
        name={name}
        aria-label={label}
        placeholder={placeholder ?? label}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={event => set(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing && onSubmit) {
            event.preventDefault();
            onSubmit(text.trim());
          }
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault();
            event.stopPropagation();
            clear();
          }
        }}
      />
      {text === '' ? (
        shortcut && <Kbd keys={shortcut} />
      ) : (
        <IconButton
          size="small"
          label={texts.clear}
          icon={<X aria-hidden="true" />}
          onPress={clear}
          className={styles.end}
        />
      )}
    </search>
  );
}
