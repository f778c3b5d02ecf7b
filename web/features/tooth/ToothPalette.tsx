/** The marking tools with their shortcuts, undo and redo. */
import type { ReactNode } from 'react';
import { occlusalOutline, splinePath } from '#events/tooth/curves.ts';
import { MARK_TOOLS, type MarkTool } from '#events/tooth/marks.ts';
import { toolKey } from './chart-keys.ts';
import type { ToothWords } from './chart-text.ts';
import { ToolRadios } from './ToolRadios.tsx';
import s from './ToothChart.module.css';
import { UndoRedoButtons } from './UndoRedoButtons.tsx';

/** A premolar from the chart's curves, in a box of 20. */
const PREMOLAR = splinePath(occlusalOutline('u5').map(([x, y]) => [10 + x * 5.6, 10 - y * 7.4]));

const ICONS: Record<MarkTool, ReactNode> = {
  extract: (
    <>
      <path d={PREMOLAR} />
      <path d="M5.4 9.6L9.6 4.4M6 14L13.4 5M9.2 16L14.8 9" />
    </>
  ),
  noMove: (
    <>
      <rect className={s.filled} x="4" y="9" width="12" height="8.4" rx="1.4" />
      <path d="M6.6 9V6.4a3.4 3.4 0 0 1 6.8 0V9" />
    </>
  ),
  noAttachment: (
    <>
      <rect x="6.6" y="4" width="6.8" height="12" rx="1" strokeDasharray="2 1.6" />
      <path d="M3.4 17L16.6 3" />
    </>
  ),
  reserveSpace: (
    <path
      className={s.blue}
      d="M3.2 3.5v13M16.8 3.5v13M5.6 10h8.8M8 7.6L5.6 10L8 12.4M12 7.6l2.4 2.4l-2.4 2.4"
    />
  ),
  ipr: (
    <>
      <path d="M7.6 3.6C4 3.6 2.6 6.6 2.6 10s1.4 6.4 5 6.4M12.4 3.6c3.6 0 5 3 5 6.4s-1.4 6.4-5 6.4" />
      <path className={s.coral} d="M10 2.6v14.8" />
    </>
  ),
  missing: <path d={PREMOLAR} strokeDasharray="2 2.2" />,
  erase: (
    <path d="M8 16.6L3.4 12a1.4 1.4 0 0 1 0-2L10 3.4a1.4 1.4 0 0 1 2 0L16.6 8a1.4 1.4 0 0 1 0 2L10 16.6ZM7 7l6.4 6.4M8 16.6h9" />
  ),
};

export function ToolIcon({ tool }: { tool: MarkTool }) {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor">
      {ICONS[tool]}
    </svg>
  );
}

export type ToothPaletteProps = {
  tool: MarkTool;
  onToolChange: (tool: MarkTool) => void;
  words: ToothWords;
  onUndo?: () => void;
  onRedo?: () => void;
  canUndo?: boolean;
  canRedo?: boolean;
};

/** Seven tools as a radio group: arrow keys choose here, number keys from the chart. */
export function ToothPalette(props: ToothPaletteProps) {
  const { tool, onToolChange, words, onUndo, onRedo, canUndo, canRedo } = props;
  return (
    <div className={s.tools}>
      <ToolRadios
        label={words.tool.label}
        tools={MARK_TOOLS}
        tool={tool}
        onToolChange={onToolChange}
        icon={each => <ToolIcon tool={each} />}
        word={each => words.tool[each]}
        shortcut={toolKey}
      />
      <UndoRedoButtons
        words={words}
        onUndo={onUndo}
        onRedo={onRedo}
        canUndo={canUndo}
        canRedo={canRedo}
        shortcuts={{ undo: 'Z', redo: 'Shift Z' }}
      />
    </div>
  );
}
