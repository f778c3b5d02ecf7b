/** Units in texts about a case, as written in each language. */
import type { TermLang } from './term.ts';

type Unit = { id: string; names: readonly string[]; label: Record<TermLang, string> };

const one = (id: string, names: string, en: string, zh: string): Unit => ({
  id,
  names: names.split(' '),
  label: { en, 'zh-CN': zh },
});

export const units = [
  one('mm', 'mm 毫米 millimeters millimetres millimeter millimetre', 'mm', 'mm'),
  one('um', 'μm um 微米 microns micron', 'μm', 'μm'),
  one('cm', 'cm 厘米', 'cm', 'cm'),
  one('degree', '° 度 degrees degree deg', '°', '°'),
  one('percent', '% ％', '%', '%'),
  one('gram', 'g 克 grams gram', 'g', 'g'),
  one('newton', 'N 牛顿', 'N', 'N'),
  one('megabyte', 'MB mb', 'MB', 'MB'),
  one('hour', '个小时 小时 hours hour hrs hr h', 'h', '小时'),
  one('minute', '分钟 minutes minute mins min', 'min', '分钟'),
  one('day', '天 days day', 'd', '天'),
  one('week', '个星期 星期 周 weeks week wks wk', 'wk', '周'),
  one('month', '个月 months month', 'months', '个月'),
  one('year', '年 岁 years year', 'years', '年'),
  one('step', '步 steps step stages stage', 'steps', '步'),
  one('aligner', '副 aligners aligner', 'aligners', '副'),
] as const satisfies readonly Unit[];

export type UnitId = (typeof units)[number]['id'];

const byName = new Map(units.flatMap(unit => unit.names.map(name => [name.toLowerCase(), unit] as const)));

/** Finds a unit by name, ignoring case. */
export const findUnit = (name: string) => byName.get(name.toLowerCase());

const longestFirst = [...byName.keys()].sort((a, b) => b.length - a.length);
/** Matches any unit's name, the longest first. A name of letters must end with its word. */
export const unitPattern = `(?:${longestFirst.map(name => (/[a-z]$/.test(name) ? `${name}(?![A-Za-z0-9_])` : name)).join('|')})`;
