import { ChevronDown, Ellipsis } from 'lucide-react';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import type { ButtonSize, ButtonVariant } from './button-class.ts';
import { IconButton } from './icon-button.tsx';
import type { PopoverPlacement } from './popover.tsx';

export type MenuItemData = {
  id: string;
  label: string;
  icon?: ReactNode;
  shortcut?: string;
  href?: string;
  target?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Reason why the entry is disabled. The entry stays focusable and shows it. */
  reason?: string;
  description?: string;
  /** Makes the entry a checkbox; `onPress` toggles it. */
  checked?: boolean;
  onPress?: () => void;
};

export type MenuEntry = MenuItemData | { section: string; items: readonly MenuItemData[] } | { rule: true };

type Trigger = {
  children?: ReactNode;
  icon?: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  pending?: boolean;
  disabled?: boolean;
  disabledReason?: string;
  /** Shows an arrow after the text (default true). */
  arrow?: boolean;
  className?: string;
};

type Props = {
  /** Accessible name of the menu, and of an icon-only button. */
  label: string;
  items: readonly MenuEntry[];
  trigger?: Trigger;
  onAction?: (id: string) => void;
  placement?: PopoverPlacement;
  header?: ReactNode;
};

const load = () => import('./menu-panel.tsx');
const MenuPanel = lazy(load);

/** A button that opens a menu of actions. react-aria is loaded on the first hover. */
export function Menu({ label, items, trigger = {}, onAction, placement = 'bottom end', header }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<'first' | 'last' | null>(null);
  const close = () => {
    setOpen(null);
    button.current?.focus();
  };
  const { children, icon, arrow = true, ...look } = trigger;
  const common = {
    ...look,
    ref: button,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': open !== null,
    'aria-controls': open === null ? undefined : id,
    onPress: () => setOpen(open === null ? 'first' : null),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      setOpen(event.key === 'ArrowDown' ? 'first' : 'last');
    },
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only preloads the code
    <span style={{ display: 'contents' }} onPointerEnter={load} onFocus={load}>
      {children === undefined ? (
        <IconButton
          {...common}
          variant={look.variant === 'outline' ? 'outline' : 'quiet'}
          label={label}
          icon={icon ?? <Ellipsis aria-hidden="true" />}
        />
      ) : (
        <Button
          {...common}
          icon={icon}
          aria-label={typeof children === 'string' ? undefined : label}
          iconEnd={arrow && <ChevronDown aria-hidden="true" />}
        >
          {children}
        </Button>
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <MenuPanel
            id={id}
            label={label}
            items={items}
            onAction={onAction}
            placement={placement}
            header={header}
            focus={open}
            onClose={close}
            triggerRef={button}
          />
        </Suspense>
      )}
    </span>
  );
}
