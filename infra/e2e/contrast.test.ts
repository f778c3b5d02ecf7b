import { describe, expect, it } from 'vitest';
import { contrastOf, hasEnoughContrast, type PaintedText, type Rgba } from './contrast.ts';

const white: Rgba = [255, 255, 255, 1];
const black: Rgba = [0, 0, 0, 1];
const clear: Rgba = [0, 0, 0, 0];
const grey = (level: number): Rgba => [level, level, level, 1];
const painted = (colour: Rgba, ...layers: PaintedText['layers'][number][]): PaintedText => ({
  ...{ colour, layers },
  ...{ sizePx: 14, weight: 400 },
});
const layer = (background: Rgba, opacity = 1) => ({ background, opacity });

describe('the contrast of a text', () => {
  it('is 21 for black on white, and 1 for equal colours', () => {
    expect(contrastOf(painted(black, layer(white)))).toBeCloseTo(21, 5);
    expect(contrastOf(painted(white, layer(white)))).toBe(1);
  });

  it('is 4.54 for #767676 on white, the lightest grey of WCAG, whatever is behind the white', () => {
    expect(contrastOf(painted(grey(0x76), layer(black), layer(white), layer(clear)))).toBeCloseTo(4.54, 2);
  });

  it('mixes a translucent background with what is behind it', () => {
    const half = painted(black, layer(white), layer([0, 0, 0, 0.5]));
    expect(contrastOf(half)).toBeCloseTo(contrastOf(painted(black, layer(grey(127.5)))), 5);
  });

  it('fades text and background together with the opacity of their group', () => {
    const faded = painted(black, layer(white), layer(clear, 0.5));
    expect(contrastOf(faded)).toBeCloseTo(contrastOf(painted(grey(127.5), layer(white))), 5);
    const card = painted(white, layer(white), layer(black, 0.5));
    expect(contrastOf(card)).toBeCloseTo(contrastOf(painted(white, layer(grey(127.5)))), 5);
  });
});

describe('enough contrast', () => {
  const pale = painted(grey(0x80), layer(white));
  it.each([
    ['small text of 3.9:1', {}, false],
    ['bold text of 18 px', { sizePx: 18, weight: 700 }, false],
    ['text of 23 px', { sizePx: 23 }, false],
    ['bold text of 14 points', { sizePx: 18.66, weight: 700 }, true],
    ['text of 18 points', { sizePx: 24 }, true],
  ])('%s: %o is enough: %s', (_, size, isEnough) =>
    expect(hasEnoughContrast({ ...pale, ...size })).toBe(isEnough),
  );

  it.each([
    ['white, and black beside it', black, false],
    ['white, and a light grey beside it', grey(0xee), true],
  ])('of black on %s', (_, beside, isEnough) => {
    const text = { ...painted(black, layer(white)), others: [[layer(black), layer(beside)]] };
    expect(hasEnoughContrast(text)).toBe(isEnough);
  });
});
