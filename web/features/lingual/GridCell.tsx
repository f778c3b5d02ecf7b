import { memo, type ReactNode } from 'react';
import type { Code } from '#events/lingual/codes.ts';
import type { Fdi } from '#events/tooth/fdi.ts';
import styles from './lingual.module.css';
import { ToothCodes } from './ToothCodes.tsx';

type Props = {
  id: string | undefined;
  row: number;
  col: number;
  /** The cell's accessible name, its value included. */
  name: string;
  text: string;
  /** The tooth whose codes stand here, in a row of codes. */
  tooth: Fdi | undefined;
  /** The code of a tooth that is not there. */
  gone: Code | undefined;
  current: boolean;
  selected: boolean;
  /** A value without which the case is not complete. */
  wanted: boolean;
  /** A contradiction that was saved or put together from two windows. */
  wrong: boolean;
  /** The text field, while the cell is edited. */
  editor: ReactNode;
};

/** One cell; drawn anew only where something of it changed. */
export const GridCell = memo(function GridCell(props: Props) {
  const { id, row, col, name, text, tooth, gone, current, selected, wanted, wrong, editor } = props;
  const shut = gone !== undefined && tooth === undefined;
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: what a td is in a grid, said for focus.ts
      role="gridcell"
      id={id}
      className={styles.cell}
      data-spot={`${row}-${col}`}
      data-cell={tooth}
      data-shut={shut || undefined}
      data-wanted={wanted || undefined}
      data-middle={col === 8 || undefined}
      tabIndex={current ? 0 : -1}
      aria-label={name}
      aria-selected={selected}
      aria-readonly={shut || undefined}
      aria-invalid={wrong || undefined}
    >
      {tooth !== undefined && <ToothCodes tooth={tooth} codes={text} />}
      {editor || <span className={styles.text}>{text}</span>}
    </td>
  );
});
