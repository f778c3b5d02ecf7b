/**
 * Settings that hold a password may lie in a file: NAME_FILE says where, as orchestrators hand out secrets. What lies in
 * the environment is seen by whoever may look at a container.
 */
import { readFileSync } from 'node:fs';
import { type Values, WrongSetting } from './table.ts';

export const secretSettings = [
  'EVENT_STORE',
  'REDIS_URL',
  'SMTP_URL',
  'KAFKA_PASSWORD',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

/** The one line of a file. Errors name the file and never quote it: it may hold a password. @throws WrongSetting */
export function lineIn(name: string, file: string): string {
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text !== '' && !/[\r\n]/.test(text)) return text;
  } catch {
    throw new WrongSetting(`${name} names ${file}, which cannot be read.`);
  }
  throw new WrongSetting(`${name} names ${file}, which must hold one line.`);
}

/** The values, with what lies in files. @throws WrongSetting */
export function withFiles(values: Values): Values {
  const found: Values = { ...values };
  for (const name of secretSettings) {
    const file = values[`${name}_FILE`];
    if (!file) continue;
    if (values[name]) throw new WrongSetting(`${name} and ${name}_FILE are both set: one of them says it.`);
    found[name] = lineIn(`${name}_FILE`, file);
  }
  return found;
}
