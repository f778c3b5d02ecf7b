/** Names of single teeth, permanent and deciduous, in both languages. */
import { type TermLang, termLangs } from './term.ts';

const permanent: Record<TermLang, readonly string[]> = {
  en: [
    ...['central incisor', 'lateral incisor', 'canine', 'first premolar'],
    ...['second premolar', 'first molar', 'second molar', 'third molar'],
  ],
  'zh-CN': ['中切牙', '侧切牙', '尖牙', '第一前磨牙', '第二前磨牙', '第一磨牙', '第二磨牙', '第三磨牙'],
};
const deciduous: Record<TermLang, readonly string[]> = {
  en: [
    ...['primary central incisor', 'primary lateral incisor', 'primary canine'],
    ...['primary first molar', 'primary second molar'],
  ],
  'zh-CN': ['乳中切牙', '乳侧切牙', '乳尖牙', '第一乳磨牙', '第二乳磨牙'],
};
/** Names of the quadrants by the FDI code's first digit minus one. Deciduous quadrants have the same order. */
const quarters: Record<TermLang, readonly string[]> = {
  en: ['upper right', 'upper left', 'lower left', 'lower right'],
  'zh-CN': ['右上', '左上', '左下', '右下'],
};

/** True for FDI codes: 11-18 .. 41-48, and 51-55 .. 81-85 for deciduous teeth. */
export function isToothCode(code: number): boolean {
  const [quarter, place] = [Math.floor(code / 10), code % 10];
  return quarter >= 1 && quarter <= 8 && place >= 1 && place <= (quarter <= 4 ? 8 : 5);
}

export const isDeciduous = (code: number): boolean => code > 50;

/** `upper right canine`, `右上尖牙`; empty for any other number. @param code FDI */
export function toothName(code: number, lang: TermLang): string {
  if (!isToothCode(code)) return '';
  const of = (isDeciduous(code) ? deciduous : permanent)[lang];
  const parts = [quarters[lang][(Math.floor(code / 10) - 1) % 4], of[(code % 10) - 1]];
  return parts.join(lang === 'en' ? ' ' : '');
}

/** The tooth's name in the reader's language, then in the other: `13 右上尖牙 · upper right canine`. */
export function toothTitle(code: number, lang: TermLang): string {
  const [other = 'en'] = termLangs.filter(one => one !== lang);
  return `${code} ${toothName(code, lang)} · ${toothName(code, other)}`;
}
