/** Keyboard navigation: J and K move between messages, Enter opens the focused one, U toggles its mark. */
import { useEffect, useRef } from 'react';
import { areSingleKeysEnabled } from '#web/lib/single-keys.ts';
import { isTyping } from '#web/ui/is-typing.ts';
import { nextRowIndex } from '#web/ui/table-keys.ts';

const steps: Record<string, number> = { j: 1, k: -1 };

/**
 * @param chosen index of the selected row. Returns a ref for the list; `[data-row]` elements take the focus.
 */
export function useMessageKeys(chosen: number, onToggle: (at: number) => void) {
  const list = useRef<HTMLUListElement>(null);
  const latest = useRef({ chosen, onToggle });
  latest.current = { chosen, onToggle };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!areSingleKeysEnabled() || isTyping(event.target)) return;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
      if (rows.length === 0) return;
      const by = steps[event.key.toLowerCase()];
      const { chosen: at, onToggle: toggle } = latest.current;
      if (by === undefined) {
        if (event.key.toLowerCase() !== 'u') return;
        event.preventDefault();
        toggle(Math.max(0, at));
        return;
      }
      event.preventDefault();
      const isInside = list.current?.contains(document.activeElement) === true;
      const row = rows[isInside ? nextRowIndex(at, by, rows.length) : Math.max(0, at)];
      row?.focus();
      row?.scrollIntoView({ block: 'nearest' });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return list;
}
