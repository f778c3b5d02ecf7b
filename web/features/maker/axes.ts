/** How the files lie, as a technician states it: where up and front are in them; left follows. */
import type { FileAxis, StatedAxes } from '#workers/stages/frame.ts';

export const fileAxes = ['+x', '-x', '+y', '-y', '+z', '-z'] as const satisfies readonly FileAxis[];

const letters = ['x', 'y', 'z'] as const;
const senseOf = (axis: FileAxis) => (axis.startsWith('-') ? -1 : 1);
const letterOf = (axis: FileAxis) => letters.findIndex(letter => axis.endsWith(letter));

/**
 * Left is up × front, so that nothing that is stated exchanges left and right.
 * @returns null where both are of one axis
 */
export function lyingOf(up: FileAxis, front: FileAxis): StatedAxes | null {
  const [from, to] = [letterOf(up), letterOf(front)];
  const letter = letters[3 - from - to];
  if (from === to || !letter) return null;
  const inTurn = (from + 1) % 3 === to ? 1 : -1;
  const left: FileAxis = `${senseOf(up) * senseOf(front) * inTurn > 0 ? '+' : '-'}${letter}`;
  return { left, front, up };
}
