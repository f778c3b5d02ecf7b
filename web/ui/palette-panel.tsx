import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Kbd } from './kbd.tsx';
import { useKitTexts } from './kit-texts.tsx';
import { useNavigateTo } from './link.tsx';
import styles from './palette.module.css';
import type { PaletteItem, PaletteProps } from './palette.tsx';
import { filterItems, groupItems } from './palette-filter.ts';

const MOST = 60;

export default function PalettePanel({
  open,
  onClose,
  label,
  placeholder,
  items,
  emptyText,
  onQuery,
  loading,
}: PaletteProps) {
  const texts = useKitTexts();
  const navigate = useNavigateTo();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const groups = groupItems(filterItems(query, items).slice(0, MOST));
  const found = groups.flatMap(group => group.items);
  const current = found[Math.min(at, found.length - 1)];

  const run = (item: PaletteItem | undefined) => {
    if (!item || item.disabled || item.reason) return;
    onClose();
    if (item.onPress) item.onPress();
    else if (item.href) navigate(item.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: found.length - 1,
    };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setAt((next + found.length) % Math.max(1, found.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(current);
    }
  };
  const currentId = current && `${id}-${current.id}`;
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);

  return (
    <ModalOverlay
      isOpen={open}
      onOpenChange={next => !next && onClose()}
      isDismissable
      className={styles.scrim ?? ''}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog aria-label={label} className={styles.dialog ?? ''}>
          <div className={styles.query}>
            <Search aria-hidden="true" />
            <input
              role="combobox"
              aria-label={label}
              aria-expanded={found.length > 0}
              aria-controls={`${id}-list`}
              aria-activedescendant={currentId}
              aria-autocomplete="list"
              placeholder={placeholder}
              value={query}
              autoFocus
              spellCheck={false}
              onKeyDown={onKeyDown}
              onChange={event => {
                setQuery(event.currentTarget.value);
                setAt(0);
                onQuery?.(event.currentTarget.value);
              }}
            />
            <Kbd keys="Esc" />
          </div>
          <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
            {groups.map(({ group, items: members }) => (
              // biome-ignore lint/a11y/useSemanticElements: options may be grouped in a list box
              <div key={group} role="group" aria-label={group || label}>
                {group && (
                  <div className={styles.group} aria-hidden="true">
                    {group}
                  </div>
                )}
                {members.map(item => (
                  <Option
                    key={item.id}
                    id={`${id}-${item.id}`}
                    item={item}
                    current={item === current}
                    onRun={() => run(item)}
                    onPoint={() => setAt(found.indexOf(item))}
                  />
                ))}
              </div>
            ))}
          </div>
          {found.length === 0 && (
            <p className={styles.none} role="status">
              {loading ? texts.loading : emptyText}
            </p>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

type OptionProps = {
  id: string;
  item: PaletteItem;
  current: boolean;
  onRun: () => void;
  onPoint: () => void;
};

function Option({ id, item, current, onRun, onPoint }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      id={id}
      role="option"
      aria-selected={current}
      aria-disabled={item.disabled || item.reason ? true : undefined}
      className={styles.item}
      onPointerMove={onPoint}
      onClick={onRun}
    >
      {item.icon}
      <span className={styles.label}>{item.label}</span>
      {item.reason && <span className={styles.reason}>{item.reason}</span>}
      {item.shortcut && <Kbd keys={item.shortcut} />}
    </div>
  );
}
