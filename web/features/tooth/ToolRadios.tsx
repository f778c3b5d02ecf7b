import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Kbd } from '#web/ui/kbd.tsx';
import s from './ToothChart.module.css';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

type Props<T extends string> = {
  label: string;
  tools: readonly T[];
  tool: T;
  onToolChange: (tool: T) => void;
  icon: (tool: T) => ReactNode;
  word: (tool: T) => string;
  /** Shortcut that selects the tool. */
  shortcut: (tool: T) => string | undefined;
};

/** A choice of drawn tools as a radio group; arrow keys choose. */
export function ToolRadios<T extends string>(props: Props<T>) {
  const { label, tools, tool, onToolChange, icon, word, shortcut } = props;
  const group = useRef<HTMLDivElement>(null);
  // If another tool has the focus, the focus moves to the newly chosen tool.
  useEffect(() => {
    const at = group.current;
    if (at?.contains(document.activeElement)) at.querySelector<HTMLElement>(`[data-tool="${tool}"]`)?.focus();
  }, [tool]);
  const step = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = STEPS[event.key];
    const next = by && tools[(tools.indexOf(tool) + by + tools.length) % tools.length];
    if (!next) return;
    event.preventDefault();
    onToolChange(next);
  };
  return (
    <div ref={group} className={s.group} role="radiogroup" aria-label={label} onKeyDown={step}>
      {tools.map(each => {
        const keys = shortcut(each);
        return (
          // biome-ignore lint/a11y/useSemanticElements: a drawn tool chosen by arrow keys is no form field
          <button
            key={each}
            type="button"
            role="radio"
            data-tool={each}
            className={s.tool}
            aria-checked={each === tool}
            aria-keyshortcuts={keys}
            tabIndex={each === tool ? 0 : -1}
            onClick={() => onToolChange(each)}
          >
            {icon(each)}
            {word(each)}
            {keys && <Kbd keys={keys} />}
          </button>
        );
      })}
    </div>
  );
}
