/**
 * The tooth chart's keyboard as a pure reducer: takes a key press, returns the new place and at most one
 * action.
 */
import {
  archOf,
  chartColumn,
  type Fdi,
  isFdi,
  parseContact,
  TEETH_BY_ARCH,
  toothAtColumn,
} from '#events/tooth/fdi.ts';
import { MARK_TOOLS, type MarkTool } from '#events/tooth/marks.ts';

/** The focused tooth, and the focused contact of the IPR tool. `digit`: the first digit typed of a tooth number. */
export type ChartFocus = {
  tooth: Fdi;
  contact: string;
  digit?: { key: string; at: number; tool: MarkTool };
};

/** `at` in ms, from the event; `mod` is Ctrl or Cmd. */
export type KeyPress = { key: string; shift: boolean; mod: boolean; alt: boolean; at: number };

export type ChartAction =
  | { do: 'toggle' }
  | { do: 'paint'; from: ChartFocus }
  | { do: 'remove' }
  | { do: 'amount'; by: number }
  | { do: 'tool'; tool: MarkTool }
  | { do: 'undo' }
  | { do: 'redo' }
  | { do: 'dismiss' };

/** `open`: the current contacts (contactsForIpr). */
export type ChartKeyContext = { tool: MarkTool; open: readonly string[]; readOnly: boolean };
/** `pressChartKey` returns undefined for keys that the chart does not handle. */
export type KeyPressResult = { place: ChartFocus; act?: ChartAction };

/** Two digits within this many ms are a tooth number, not two tools. */
export const TWO_DIGITS_WITHIN_MS = 800;

const TOOL_KEYS = new Map<string, MarkTool>(
  MARK_TOOLS.map((tool, at) => [tool === 'erase' ? '0' : String(at + 1), tool]),
);
/** The digit that selects a tool, as displayed in the palette. */
export const toolKey = (tool: MarkTool): string =>
  [...TOOL_KEYS].find(([, other]) => other === tool)?.[0] ?? '';

type Move = { dx: number; dy: number; far?: boolean };
const MOVES: Readonly<Record<string, Move>> = {
  ArrowLeft: { dx: -1, dy: 0 },
  ArrowRight: { dx: 1, dy: 0 },
  ArrowUp: { dx: 0, dy: -1 },
  ArrowDown: { dx: 0, dy: 1 },
  Home: { dx: -1, dy: 0, far: true },
  End: { dx: 1, dy: 0, far: true },
};

/** Position of a contact in its row, in columns: 7.5 is the midline. */
function contactColumn(key: string): number {
  const pair = parseContact(key);
  return pair ? (chartColumn(pair[0]) + chartColumn(pair[1])) / 2 : 7.5;
}
/** The arch of a contact key. */
export const archOfContact = (key: string) => archOf(parseContact(key)?.[0] ?? 11);

/** Returns the contact itself if it is open, else the nearest open contact of its arch. */
export function nearestContact(key: string, open: readonly string[], row = archOfContact(key)): string {
  const at = contactColumn(key);
  const distance = (other: string) => Math.abs(contactColumn(other) - at);
  const near = open.filter(other => archOfContact(other) === row).sort((a, b) => distance(a) - distance(b));
  return near[0] ?? key;
}

const otherRow = (dy: number) => (dy < 0 ? 'upper' : 'lower');

function movedTooth(tooth: Fdi, { dx, dy, far }: Move): Fdi {
  const row = dy === 0 ? archOf(tooth) : otherRow(dy);
  const last = TEETH_BY_ARCH[row].length - 1;
  const at = far ? (dx < 0 ? 0 : last) : Math.max(0, Math.min(last, chartColumn(tooth) + dx));
  return toothAtColumn(row, at) ?? tooth;
}

function movedContact(key: string, { dx, dy, far }: Move, open: readonly string[]): string {
  if (dy !== 0) return nearestContact(key, open, otherRow(dy));
  const row = open.filter(other => archOfContact(other) === archOfContact(key));
  const last = row.length - 1;
  const at = far ? (dx < 0 ? 0 : last) : Math.max(0, Math.min(last, row.indexOf(key) + dx));
  return row[at] ?? key;
}

/** Moves a place to the nearest open contact, and drops its half-typed number. */
export const chartFocusAtOpenContact = (
  { tooth, contact }: ChartFocus,
  open: readonly string[],
): ChartFocus => ({
  tooth,
  contact: open.includes(contact) ? contact : nearestContact(contact, open),
});

/**
 * The place at a tooth; its contact is the first that touches the tooth, so that a change of tool keeps the
 * place.
 */
export function chartFocusAtTooth(place: ChartFocus, tooth: Fdi, open: readonly string[]): ChartFocus {
  const touching = open.find(key => parseContact(key)?.includes(tooth));
  return { tooth, contact: touching ?? place.contact };
}

/** The place at a contact; its tooth is the left of the two. */
export const chartFocusAtContact = ({ tooth }: ChartFocus, contact: string): ChartFocus => ({
  tooth: parseContact(contact)?.[0] ?? tooth,
  contact,
});

function pressDigit(place: ChartFocus, press: KeyPress, ctx: ChartKeyContext): KeyPressResult | undefined {
  const first = place.digit;
  const typed =
    first && press.at - first.at <= TWO_DIGITS_WITHIN_MS ? Number(first.key + press.key) : undefined;
  if (first && isFdi(typed)) {
    const step = { place: chartFocusAtTooth(place, typed, ctx.open) };
    // The first digit selected a tool, but it was half of a tooth number. So the earlier tool is restored.
    return first.tool === ctx.tool ? step : { ...step, act: { do: 'tool', tool: first.tool } };
  }
  const tool = TOOL_KEYS.get(press.key);
  const half = /^[1-4]$/.test(press.key) ? { key: press.key, at: press.at, tool: ctx.tool } : undefined;
  const waiting = { ...chartFocusAtOpenContact(place, ctx.open), digit: half };
  if (ctx.readOnly) return { place: waiting };
  return tool ? { place: waiting, act: { do: 'tool', tool } } : undefined;
}

function pressMove(place: ChartFocus, press: KeyPress, move: Move, ctx: ChartKeyContext): KeyPressResult {
  const from = chartFocusAtOpenContact(place, ctx.open);
  const to =
    ctx.tool === 'ipr'
      ? chartFocusAtContact(from, movedContact(from.contact, move, ctx.open))
      : chartFocusAtTooth(from, movedTooth(from.tooth, move), ctx.open);
  const paints = press.shift && !ctx.readOnly && move.dy === 0 && !move.far;
  return paints ? { place: to, act: { do: 'paint', from } } : { place: to };
}

const PLAIN: Readonly<Record<string, ChartAction>> = {
  ' ': { do: 'toggle' },
  Enter: { do: 'toggle' },
  Delete: { do: 'remove' },
  Backspace: { do: 'remove' },
  Escape: { do: 'dismiss' },
};
const AMOUNTS: Readonly<Record<string, number>> = { '+': 0.1, '=': 0.1, '-': -0.1 };

function actOf(press: KeyPress, ctx: ChartKeyContext): ChartAction | undefined {
  // Decided by Shift, not by letter case: with Caps Lock on, z still means undo.
  if (press.key.toLowerCase() === 'z') return { do: press.shift ? 'redo' : 'undo' };
  if (press.mod) return press.key.toLowerCase() === 'y' ? { do: 'redo' } : undefined;
  const by = ctx.tool === 'ipr' ? AMOUNTS[press.key] : undefined;
  return by === undefined ? PLAIN[press.key] : { do: 'amount', by };
}

/**
 * Handles one key press: arrows move, Shift paints, digits select tools or (two in a row) jump, Space
 * toggles.
 */
export function pressChartKey(
  place: ChartFocus,
  press: KeyPress,
  ctx: ChartKeyContext,
): KeyPressResult | undefined {
  if (press.alt) return undefined;
  const move = press.mod ? undefined : MOVES[press.key];
  if (move) return pressMove(place, press, move, ctx);
  if (/^\d$/.test(press.key) && !press.mod) return pressDigit(place, press, ctx);
  const act = ctx.readOnly ? undefined : actOf(press, ctx);
  return act && { place: chartFocusAtOpenContact(place, ctx.open), act };
}

/** Whether a key belongs to the tools: such keys work anywhere around the chart. */
export const isToolKey = ({ key, mod }: Pick<KeyPress, 'key' | 'mod'>): boolean =>
  mod ? /^[zy]$/i.test(key) : /^[\dz]$/i.test(key);
