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
  /** The key that picks it. */
  shortcut: (tool: T) => string | undefined;
};

/** One of a few drawn tools, as a radio group: arrows choose. */
export function ToolRadios<T extends string>(props: Props<T>) {
  const { label, tools, tool, onToolChange, icon, word, shortcut } = props;
  const group = useRef<HTMLDivElement>(null);
  // Chosen by any key, the tool takes the focus along that stood on another.
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
          // biome-ignore lint/a11y/useSemanticElements: a drawn tool, chosen with arrows, is no form field
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
