import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The tokens of one theme by name, as [r, g, b] 0–255. */
function theme(which: 0 | 1): Map<string, number[]> {
  const pairs = [...css.matchAll(/--([\w-]+): light-dark\((#[0-9A-F]{6}), (#[0-9A-F]{6})\)/g)];
  return new Map(
    pairs.map(([, name = '', light = '', dark = '']) => [name, rgb(which === 0 ? light : dark)]),
  );
}

function rgb(hex: string): number[] {
  return [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** WCAG 2 relative luminance. */
function luminance(colour: number[]): number {
  const [r = 0, g = 0, b = 0] = colour.map(channel => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: number[], b: number[]): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['canvas', 'surface', 'sunken'];
const INKS = ['text', 'text-2', 'text-3', 'brand', 'danger', 'warn', 'ok', 'info', 'violet'];
const TONES = ['brand', 'danger', 'warn', 'ok', 'info', 'violet'];

const TEXT: [string, string][] = [
  ...INKS.flatMap(ink => GROUNDS.map((ground): [string, string] => [ink, ground])),
  ...TONES.map((tone): [string, string] => [tone, `${tone}-soft`]),
  ...TONES.flatMap((tone): [string, string][] => [
    ['text', `${tone}-soft`],
    ['text-2', `${tone}-soft`],
  ]),
  ['on-brand', 'brand'],
  ['on-brand', 'brand-hover'],
  ['accent', 'surface'],
  ['accent', 'canvas'],
];
const SHAPES: [string, string][] = ['border-strong', 'focus', 'brand', 'accent'].flatMap(line =>
  GROUNDS.map((ground): [string, string] => [line, ground]),
);

describe.each([
  ['light', theme(0)],
  ['dark', theme(1)],
])('the %s theme', (_, tokens) => {
  const of = (ink: string, ground: string) => contrast(tokens.get(ink) ?? [], tokens.get(ground) ?? []);

  it('has every token', () => expect(tokens.size).toBe(24));
  it.each(TEXT)('shows %s on %s with a contrast of 4.5:1', (ink, ground) =>
    expect(of(ink, ground)).toBeGreaterThanOrEqual(4.5),
  );
  it.each(SHAPES)('shows %s on %s with a contrast of 3:1', (ink, ground) =>
    expect(of(ink, ground)).toBeGreaterThanOrEqual(3),
  );
});

it('the contrast of black on white is 21', () =>
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21));
