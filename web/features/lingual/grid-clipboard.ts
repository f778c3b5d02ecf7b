/** Clipboard handlers of the lingual grid. */
import type { ClipboardEvent } from 'react';
import { type GridSelection, selectedArea } from './grid-keys.ts';
import { cellsAsTsv, pasteText } from './paste.ts';
import { cellLines } from './sheet.ts';
import type { SheetChanges } from './useSheetChanges.ts';

type Grid = Pick<SheetChanges, 'history' | 'change' | 'clear' | 'setNotice'> & {
  place: GridSelection;
  go: (to: GridSelection) => void;
  /** During an edit, the clipboard belongs to the text field. */
  isEditing: () => boolean;
};

export function gridClipboardHandlers({ history, change, clear, setNotice, place, go, isEditing }: Grid) {
  const area = selectedArea(place);
  const unlessEditing = (run: (event: ClipboardEvent) => void) => (event: ClipboardEvent) => {
    if (isEditing()) return;
    event.preventDefault();
    run(event);
  };
  const copy = (event: ClipboardEvent) =>
    event.clipboardData.setData('text/plain', cellsAsTsv(history.now(), area));
  return {
    onCopy: unlessEditing(copy),
    onCut: unlessEditing(event => {
      copy(event);
      clear(cellLines(area).flat());
    }),
    onPaste: unlessEditing(event => {
      const pasted = pasteText(history.now(), area, event.clipboardData.getData('text/plain'));
      if (pasted.bad.length > 0) return setNotice({ kind: 'paste', pasted });
      change(pasted.sheet);
      go({ at: pasted.area.to, anchor: pasted.area.from });
    }),
  };
}
