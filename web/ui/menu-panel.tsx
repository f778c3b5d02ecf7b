import { Check } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { RouterProvider } from 'react-aria-components';
import { Header, Menu, MenuItem, MenuSection, Popover, Separator, Text } from 'react-aria-components/Menu';
import { cx } from './class-names.ts';
import { Kbd } from './kbd.tsx';
import { useNavigateTo } from './link.tsx';
import type { MenuEntry, MenuItemData } from './menu.tsx';
import styles from './overlay.module.css';
import type { PopoverPlacement } from './popover.tsx';

type Props = {
  id: string;
  label: string;
  items: readonly MenuEntry[];
  header: ReactNode;
  onAction: ((id: string) => void) | undefined;
  onClose: () => void;
  triggerRef: RefObject<HTMLButtonElement | null>;
  placement: PopoverPlacement;
  focus: 'first' | 'last';
};

/** The open menu; loaded when its button is first hovered. */
export default function MenuPanel({
  id,
  label,
  items,
  header,
  onAction,
  onClose,
  triggerRef,
  placement,
  focus,
}: Props) {
  const navigate = useNavigateTo();
  const act = (choice: MenuItemData) => {
    if (choice.disabled || choice.reason) return;
    choice.onPress?.();
    onAction?.(choice.id);
  };
  return (
    <RouterProvider navigate={navigate}>
      <Popover
        isOpen
        onOpenChange={open => !open && onClose()}
        triggerRef={triggerRef}
        placement={placement}
        offset={4}
        className={styles.popover ?? ''}
      >
        {header && <div className={styles.menuHead}>{header}</div>}
        <Menu
          id={id}
          aria-label={label}
          autoFocus={focus}
          onClose={onClose}
          className={cx(styles.menu, !pictured(items) && styles.bare) ?? ''}
        >
          {items.map((entry, at) => menuEntry(entry, at, act))}
        </Menu>
      </Popover>
    </RouterProvider>
  );
}

/** Whether any entry has an icon or a tick: then all entries are indented. */
function pictured(items: readonly MenuEntry[]): boolean {
  const choices = items.flatMap(entry => ('rule' in entry ? [] : 'section' in entry ? entry.items : [entry]));
  return choices.some(choice => choice.icon !== undefined || choice.checked !== undefined);
}

function menuEntry(entry: MenuEntry, at: number, act: (choice: MenuItemData) => void) {
  if ('rule' in entry) return <Separator key={at} className={styles.rule ?? ''} />;
  if (!('section' in entry)) return menuItem(entry, act);
  const ticks = entry.items.some(item => item.checked !== undefined);
  const chosen = entry.items.filter(item => item.checked).map(item => item.id);
  const choosing = ticks
    ? {
        selectionMode: 'multiple' as const,
        selectedKeys: chosen,
        shouldCloseOnSelect: false,
        onSelectionChange: (keys: 'all' | Iterable<string | number>) => {
          const now = new Set(keys === 'all' ? entry.items.map(item => item.id) : [...keys].map(String));
          const toggled = entry.items.find(item => now.has(item.id) !== (item.checked ?? false));
          if (toggled) act(toggled);
        },
      }
    : {};
  return (
    <MenuSection key={entry.section} {...choosing} className={styles.section ?? ''}>
      <Header className={styles.sectionHead ?? ''}>{entry.section}</Header>
      {entry.items.map(item => menuItem(item, ticks ? () => undefined : act))}
    </MenuSection>
  );
}

function menuItem(choice: MenuItemData, act: (choice: MenuItemData) => void) {
  const shut = choice.disabled || choice.reason !== undefined;
  const note = choice.reason ?? choice.description;
  return (
    <MenuItem
      key={choice.id}
      id={choice.id}
      textValue={choice.label}
      // An entry with a reason stays focusable, so that the reason can be read.
      isDisabled={choice.disabled === true && choice.reason === undefined}
      {...(choice.href !== undefined &&
        !shut && { href: choice.href, ...(choice.target && { target: choice.target }) })}
      {...(choice.reason !== undefined && { shouldCloseOnSelect: false })}
      onAction={() => act(choice)}
      className={cx(styles.item, choice.danger && styles.danger, shut && styles.shut) ?? ''}
    >
      {({ isSelected }) => (
        <>
          {isSelected ? <Check aria-hidden="true" /> : (choice.icon ?? <i />)}
          <Text slot="label" className={styles.itemLabel ?? ''}>
            {choice.label}
          </Text>
          {choice.shortcut && <Kbd keys={choice.shortcut} />}
          {note && (
            <Text slot="description" className={styles.itemNote ?? ''}>
              {note}
            </Text>
          )}
        </>
      )}
    </MenuItem>
  );
}
