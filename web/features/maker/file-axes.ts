/** Orientation of the files as stated by the technician: up and front; left follows. */
import type { FileAxis, StatedAxes } from '#workers/stages/frame.ts';

export const fileAxes = ['+x', '-x', '+y', '-y', '+z', '-z'] as const satisfies readonly FileAxis[];

const letters = ['x', 'y', 'z'] as const;
const senseOf = (axis: FileAxis) => (axis.startsWith('-') ? -1 : 1);
const letterOf = (axis: FileAxis) => letters.findIndex(letter => axis.endsWith(letter));

/**
 * Computes left as up × front, so that no statement can mirror the jaws. @returns null if both are on one
 * axis
 */
export function axesFromUpAndFront(up: FileAxis, front: FileAxis): StatedAxes | null {
  const [from, to] = [letterOf(up), letterOf(front)];
  const letter = letters[3 - from - to];
  if (from === to || !letter) return null;
  const inTurn = (from + 1) % 3 === to ? 1 : -1;
  const left: FileAxis = `${senseOf(up) * senseOf(front) * inTurn > 0 ? '+' : '-'}${letter}`;
  return { left, front, up };
}
