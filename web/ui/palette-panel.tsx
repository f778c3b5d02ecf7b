import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Kbd } from './kbd.tsx';
import { useKitTexts } from './kit-texts.tsx';
import { useNavigateTo } from './link.tsx';
import styles from './palette.module.css';
import type { PaletteItem, PaletteProps } from './palette.tsx';
import { filterItems, groupItems } from './palette-filter.ts';

const MOST = 60;

/** Index of the item that a key moves to; undefined for other keys. The arrows wrap around. */
function indexAfterKey(key: string, at: number, count: number): number | undefined {
  const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1 };
  const next = moves[key];
  return next === undefined ? undefined : (next + count) % Math.max(1, count);
}

export default function PalettePanel(props: PaletteProps) {
  const { open, onClose, label, placeholder, items, emptyText, onQuery, loading } = props;
  const texts = useKitTexts();
  const navigate = useNavigateTo();
  const id = useId();
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
    const next = indexAfterKey(event.key, at, found.length);
    if (next !== undefined) {
      event.preventDefault();
      setAt(next);
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
          <Results
            id={id}
            label={label}
            groups={groups}
            current={current}
            onRun={run}
            onPoint={item => setAt(found.indexOf(item))}
          />
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

type ResultsProps = {
  id: string;
  label: string;
  groups: readonly { group: string; items: readonly PaletteItem[] }[];
  current: PaletteItem | undefined;
  onRun: (item: PaletteItem) => void;
  onPoint: (item: PaletteItem) => void;
};

function Results({ id, label, groups, current, onRun, onPoint }: ResultsProps) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
      {groups.map(({ group, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: options may be grouped in a list box
        <div key={group} role="group" aria-label={group || label}>
          {group && (
            <div className={styles.group} aria-hidden="true">
              {group}
            </div>
          )}
          {items.map(item => (
            <Option
              key={item.id}
              id={`${id}-${item.id}`}
              item={item}
              current={item === current}
              onRun={() => onRun(item)}
              onPoint={() => onPoint(item)}
            />
          ))}
        </div>
      ))}
    </div>
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
