/** A strip of cells, darker where more events happened, with a handle that selects a cell. */
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styles from './log.module.css';
import { heatLevel } from './log-bins.ts';

type Cell = { id: string; count: number; text: string };

type Props = {
  label: string;
  /** Text that explains the keys of the handle. */
  how: string;
  cells: readonly Cell[];
  /** Index of the cell in sight. */
  current: number;
  onMove: (index: number) => void;
  /** Texts below, at equal distances from the start to the end. */
  axis: readonly string[];
};

const FAR = 10;
const steps: Record<string, (at: number, last: number) => number> = {
  ArrowRight: at => at + 1,
  ArrowUp: at => at + 1,
  ArrowLeft: at => at - 1,
  ArrowDown: at => at - 1,
  PageUp: at => at + FAR,
  PageDown: at => at - FAR,
  Home: () => 0,
  End: (_, last) => last,
};

export function HeatStrip({ label, how, cells, current, onMove, axis }: Props) {
  const strip = useRef<SVGSVGElement>(null);
  const most = Math.max(0, ...cells.map(cell => cell.count));
  const last = cells.length - 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onMove(Math.max(0, Math.min(last, step(current, last))));
  };
  const onPointer = (event: PointerEvent) => {
    const box = strip.current?.getBoundingClientRect();
    if (!box) return;
    onMove(Math.max(0, Math.min(last, Math.floor(((event.clientX - box.left) / box.width) * cells.length))));
  };
  return (
    <div>
      <div
        role="slider"
        tabIndex={0}
        className={styles.strip}
        aria-label={label}
        aria-description={how}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={Math.max(0, current)}
        aria-valuetext={cells[current]?.text ?? ''}
        onKeyDown={onKeyDown}
        onPointerDown={onPointer}
      >
        <svg
          ref={strip}
          viewBox={`0 0 ${Math.max(1, cells.length)} 1`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {cells.map(({ id, count, text }, i) => (
            <rect key={id} x={i} y={0} width={0.9} height={1} data-heat={heatLevel(count, most)}>
              <title>{text}</title>
            </rect>
          ))}
        </svg>
        {current >= 0 && cells.length > 0 && (
          <span
            className={styles.handle}
            style={{ insetInlineStart: `${((current + 0.45) / cells.length) * 100}%` }}
          />
        )}
      </div>
      <p className={`num ${styles.axis}`} aria-hidden="true">
        {axis.map(text => (
          <span key={text}>{text}</span>
        ))}
      </p>
    </div>
  );
}
