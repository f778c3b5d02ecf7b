import { memo, type ReactNode } from 'react';
import type { BracketCode } from '#events/lingual/codes.ts';
import type { Fdi } from '#events/tooth/fdi.ts';
import styles from './lingual.module.css';
import { ToothCodes } from './ToothCodes.tsx';

type Props = {
  id: string | undefined;
  row: number;
  col: number;
  /** Accessible name of the cell, including its value. */
  name: string;
  text: string;
  /** The tooth of a cell in the codes row. */
  tooth: Fdi | undefined;
  /** The code that marks the tooth as absent. */
  gone: BracketCode | undefined;
  current: boolean;
  selected: boolean;
  /** Whether the case is incomplete without this value. */
  wanted: boolean;
  /** A contradiction that was saved or resulted from a merge. */
  wrong: boolean;
  /** The text field while the cell is edited. */
  editor: ReactNode;
};

/** One cell, memoized so that only changed cells render. */
export const GridCell = memo(function GridCell(props: Props) {
  const { id, row, col, name, text, tooth, gone, current, selected, wanted, wrong, editor } = props;
  const shut = gone !== undefined && tooth === undefined;
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a td in a grid has this role; stated for focus.ts
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
