/** The keys of the replay: one table for the handler, the buttons and the sheet of shortcuts. */
import { pause, seek, stepDay, stepToMove, togglePlaying } from './playhead.ts';
import type { ReplayPlayer } from './replay-player.ts';

export type ReplayCommand = 'play' | 'previous' | 'next' | 'dayBack' | 'dayOn' | 'first' | 'last';

type Change = Parameters<ReplayPlayer['change']>[0];
type Row = { command: ReplayCommand; key: string; keys: string; change: Change };

const stepBy =
  (by: 1 | -1): Change =>
  (head, range, { moves, moveCount, indexAt }) =>
    stepToMove(head, range, by, { times: moves(0, moveCount).times, indexAt });

// biome-ignore format: a key is a line
export const replayKeys: readonly Row[] = [
  { command: 'first', key: 'Home', keys: 'Home', change: (head, range) => seek(pause(head), range, range.start) },
  { command: 'dayBack', key: '[', keys: '[', change: (head, range) => stepDay(head, range, -1) },
  { command: 'previous', key: ',', keys: ',', change: stepBy(-1) },
  { command: 'play', key: ' ', keys: 'Space', change: togglePlaying },
  { command: 'next', key: '.', keys: '.', change: stepBy(1) },
  { command: 'dayOn', key: ']', keys: ']', change: (head, range) => stepDay(head, range, 1) },
  { command: 'last', key: 'End', keys: 'End', change: (head, range) => seek(pause(head), range, range.end) },
];

export const replayKeyForCommand = (command: ReplayCommand): Row => {
  const row = replayKeys.find(one => one.command === command);
  if (!row) throw new Error(`no key for ${command}`);
  return row;
};
