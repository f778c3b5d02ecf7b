import { Redo2, Undo2 } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { ToothWords } from './chart-text.ts';
import s from './ToothChart.module.css';

type Props = {
  words: ToothWords;
  /** Shortcuts of undo and redo as displayed. */
  shortcuts: { undo: string; redo: string };
  onUndo?: () => void;
  onRedo?: () => void;
  canUndo?: boolean;
  canRedo?: boolean;
};

export function UndoRedoButtons({
  words,
  shortcuts,
  onUndo,
  onRedo,
  canUndo = false,
  canRedo = false,
}: Props) {
  return (
    <div className={`${s.group} ${s.push}`}>
      {onUndo && (
        <Button
          variant="quiet"
          className={s.undo}
          title={words.action.undo}
          icon={<Undo2 />}
          shortcut={shortcuts.undo}
          disabled={!canUndo}
          onPress={onUndo}
        >
          {words.action.undo}
        </Button>
      )}
      {onRedo && (
        <IconButton
          label={words.action.redo}
          icon={<Redo2 />}
          shortcut={shortcuts.redo}
          disabled={!canRedo}
          onPress={onRedo}
        />
      )}
    </div>
  );
}
