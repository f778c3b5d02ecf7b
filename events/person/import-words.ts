/** Words of imported tables in both languages: headings of columns, positions, languages. */
import type { ImportField } from './import.ts';
import { type Position, positions } from './position.ts';

/** Headings under which other programs write these columns. The dictionaries add those of the template. */
const headings: Record<ImportField, readonly string[]> = {
  name: ['name', 'full name', 'staff name', '姓名', '名字', '员工姓名', '人员姓名'],
  position: ['position', 'role', 'job', 'job title', '岗位', '职位', '职务', '角色'],
  email: ['email', 'mail', 'email address', '邮箱', '电子邮箱', '电子邮件', '邮件', '邮箱地址'],
  phone: ['phone', 'mobile', 'mobile phone', 'phone number', 'tel', '手机号', '手机', '手机号码', '电话'],
  lang: ['language', 'lang', '语言', '消息语言'],
  serves: ['doctors served', 'doctors', 'doctor', '服务的医生', '服务医生', '所属医生', '医生'],
};

/** Names of positions in clinics, besides those of the dictionaries and the codes. */
const positionNames: Partial<Record<Position, readonly string[]>> = {
  Doctor: ['医师', 'dentist', 'orthodontist'],
  Assistant: ['助理', '医助'],
  Technician: ['技工'],
  Admin: ['administrator'],
};

const languages = {
  'zh-CN': ['zh-CN', 'zh', 'chinese', 'simplified chinese', '中文', '简体中文', '汉语'],
  en: ['en', 'english', '英文', '英语'],
} as const;

export type ImportLang = keyof typeof languages;

/** The words, each under its key. */
export type ImportWords = {
  fields: ReadonlyMap<string, ImportField>;
  positions: ReadonlyMap<string, Position>;
  languages: ReadonlyMap<string, ImportLang>;
};

/** Key under which words are compared: without case, width, spaces, marks, and notes in brackets. */
export const importWordKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\([^)]*\)|[\s*:_.\-\u200b\ufeff]/g, '');

const mapOf = <T extends string>(words: Readonly<Record<T, readonly string[]>>): Map<string, T> =>
  new Map((Object.keys(words) as T[]).flatMap(name => words[name].map(word => [importWordKey(word), name])));

/**
 * Creates the words of imported tables.
 * @param heading returns a field's headings in the dictionaries
 * @param named returns a position's names in the dictionaries
 */
export function createImportWords(
  heading: (field: ImportField) => readonly string[],
  named: (position: Position) => readonly string[],
): ImportWords {
  const fields = mapOf(headings);
  for (const field of Object.keys(headings) as ImportField[])
    for (const word of heading(field)) fields.set(importWordKey(word), field);
  const known = positions.flatMap(position =>
    [position, ...(positionNames[position] ?? []), ...named(position)].map((word): [string, Position] => [
      importWordKey(word),
      position,
    ]),
  );
  return { fields, positions: new Map(known), languages: mapOf(languages) };
}
