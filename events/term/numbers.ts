/**
 * Classifies a number in a message: tooth, step or quantity, or none of these, such as a date, a price or a
 * phone number.
 */
import { isDeciduous, isToothCode } from './teeth.ts';
import { findUnit, type UnitId, unitPattern } from './unit.ts';

/** Sticky expressions test a single position and few characters. */
const sticky = (source: string) => new RegExp(source, 'iy');

const number = String.raw`\d{1,6}(?:\.\d{1,4})?(?![\d])`;
const through = String.raw`\s?(?:-|–|—|~|～|〜|至|到|\bto\b)\s?`;

const stageZh = sticky(String.raw`第\s?(\d{1,3})(?:${through}第?\s?(\d{1,3}))?\s?(步|副)`);
const stageEn = sticky(
  String.raw`(stages?|steps?|aligners?)\s?(?:no\.?\s?|#\s?)?(\d{1,3})(?![\d.]\d|\d)(?:${through}(\d{1,3})(?!\d))?(?![A-Za-z0-9_])`,
);
const measure = sticky(
  String.raw`[+\-−±≤≥<>＜＞~～]?\s?(${number}(?:(?:${through}|\s?[/×]\s?)${number})?)\s?(${unitPattern})`,
);
const cue = sticky(String.raw`(?:tooth|teeth|牙位|乳牙)\s?#?\s?(?=\d)|[#＃]\s?(?=\d\d)`);
const toothRun = sticky(
  String.raw`\d\d(?!\d)(?:(?:${through}|\s?/\s?)[#＃]?\d\d(?!\d)){0,15}(?:\s?号?乳?牙(?!套|位|齿|周|龈|槽|弓|列|根|冠|髓|釉|量|尖|缝|面|移|膜|医|科|片|模)|\s?号牙)?`,
);
/** Dates, times, money with commas, versions. */
const otherwise = [
  String.raw`\d{4}\s?[-/.年]\s?\d{1,2}(?:\s?[-/.月]\s?\d{1,2}(?:\s?[日号])?)?(?!\d)`,
  String.raw`\d{1,2}\s?月(?:\s?\d{1,2}\s?[日号]?)?`,
  String.raw`\d{1,2}[-/]\d{1,2}(?:[-/]\d{2,4}|\s\d{1,2}:\d\d)`,
  String.raw`\d{1,2}[:：]\d{2}(?:[:：]\d{2})?`,
  String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?`,
  String.raw`\d+(?:\.\d+){2,}`,
].map(sticky);
const phone = sticky(String.raw`\d[\d -]{5,40}\d`);
const digits = sticky(String.raw`\d+(?:[-./:：]\d+)*`);

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec';
const longMonths = 'january|february|march|april|june|july|august|september|october|november|december';
/** Words after which a bare number is not a tooth. */
const noToothBehind = new RegExp(
  [
    String.raw`[¥￥$€£+@&=*]\s?$`,
    String.raw`\+\d{1,3}\s?$`,
    String.raw`(?:^|[^a-z])(?:rmb|cny|usd|eur|age[ds]?|about|around|approx(?:\.|imately)?|page|item|no\.|number|version|order|batch|room|class|within|every|case|total|under|over|than|least|most|code|plus|times|windows|ios|android|chrome|safari|firefox|iphone|ipad|macos|figure|fig|table|${months}|${longMonths})\.?\s?$`,
    String.raw`(?:[共约满近仅每第周图表]|大约|大概|价格|费用|年龄|房间|版本|编号|订单|批次|电话|星期|单号|尾号)\s?$`,
    '[A-Za-z0-9_][-./]$',
  ].join('|'),
  'i',
);
/** Words before which a bare number is not a tooth. */
const noToothBefore = new RegExp(
  [
    '^[A-Za-z0-9_]',
    String.raw`^(?:[-/.:：]\d|,\d{3}(?!\d))`,
    String.raw`^\s?(?:个|颗|次|张|片|套|枚|日|月|人|例|条|份|元|块|楼|层|页|行|室|批|轮|点(?![了不])|分(?![段步期别布])|号(?!牙)|秒|级|度|万|千|百)`,
    String.raw`^\s(?:am|pm|o'clock|teeth|trays?|sets|patients|cases|photos|files|scans|models|attachments|brackets|buttons|elastics|boxes|pieces|pcs|people|visits|appointments|messages|copies|contacts|more|others|percent|yuan|dollars|times|out of|${months}|${longMonths})(?![a-z])`,
  ].join('|'),
  'i',
);

export type NumericMention =
  | { kind: 'text'; end: number }
  | { kind: 'number'; end: number; value: string; unit: UnitId }
  | { kind: 'stage'; end: number; of: 'step' | 'aligner'; from: number; to: number }
  | { kind: 'tooth'; end: number; teeth: number[]; joined: string; cued: boolean };

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Reads a numbered stage in a text at an index: `第12步`, `stage 12`, `steps 4-8`. */
export function stageNumberAt(text: string, at: number): NumericMention | undefined {
  const zh = match(stageZh, text, at);
  const en = zh ? null : match(stageEn, text, at);
  const [first, last, word] = zh ? [zh[1], zh[2], zh[3]] : en ? [en[2], en[3], en[1]] : [];
  const end = at + (zh ?? en ?? [''])[0].length;
  if (first === undefined || word === undefined) return undefined;
  const of = word === '副' || /^aligner/i.test(word) ? 'aligner' : 'step';
  return { kind: 'stage', end, of, from: Number(first), to: Number(last ?? first) };
}

/** A quantity with its unit: `0.2 mm`, `2°`, `+1.5mm`, `0.2-0.3毫米`. */
function measureAt(text: string, at: number): NumericMention | undefined {
  const found = match(measure, text, at);
  const unit = found && findUnit(found[2] ?? '');
  if (!found || !unit) return undefined;
  const value = found[0].slice(0, found[0].length - (found[2] ?? '').length).replace(/\s+/g, '');
  return { kind: 'number', end: at + found[0].length, value, unit: unit.id };
}

const isPhone = (run: string) =>
  run.split(/[ -]/).some(group => group.length >= 3) && run.replace(/\D/g, '').length >= 7;

/** Returns the end of a date, time, phone number or the like. */
function otherwiseAt(text: string, at: number): number | undefined {
  for (const pattern of otherwise) {
    const found = match(pattern, text, at);
    if (found) return at + found[0].length;
  }
  const run = match(phone, text, at)?.[0];
  return run && isPhone(run) ? at + run.length : undefined;
}

/** Teeth at `at`, where their digits begin; `from` is the start of the preceding word. */
function teethAt(text: string, at: number, { from, cued }: { from: number; cued: boolean }) {
  const found = match(toothRun, text, at);
  if (!found) return undefined;
  const end = at + found[0].length;
  const teeth = (found[0].match(/\d\d/g) ?? []).map(Number);
  const named = cued || found[0].includes('牙');
  const sure =
    named || teeth.every(code => isDeciduous(code) === (teeth.length > 1 && isDeciduous(teeth[0] ?? 0)));
  if (!teeth.every(isToothCode) || !sure) return undefined;
  if (noToothBefore.test(text.slice(end, end + 24))) return undefined;
  if (!named && noToothBehind.test(text.slice(Math.max(0, from - 16), from))) return undefined;
  const joined = /\//.test(found[0]) ? '/' : '-';
  return { kind: 'tooth', end, teeth, joined, cued: cued || found[0].includes('牙') } as const;
}

/** Teeth after their word: `tooth 13`, `#13`. */
export function cuedTeethAt(text: string, at: number): NumericMention | undefined {
  const word = match(cue, text, at);
  return word ? teethAt(text, at + word[0].length, { from: at, cued: true }) : undefined;
}

/**
 * Classifies the number, or its sign, at a position. A number of no known class is skipped as a whole.
 * @param listed whether it continues a list of teeth
 */
export function classifyNumberAt(text: string, at: number, listed: boolean): NumericMention {
  const other = otherwiseAt(text, at);
  if (other !== undefined) return { kind: 'text', end: other };
  const run = match(digits, text, at)?.[0] ?? '';
  return (
    measureAt(text, at) ??
    teethAt(text, at, { from: at, cued: listed }) ?? { kind: 'text', end: at + Math.max(1, run.length) }
  );
}

/** A quantity that begins with a sign. */
export const signedQuantityAt = (text: string, at: number): NumericMention | undefined => measureAt(text, at);
