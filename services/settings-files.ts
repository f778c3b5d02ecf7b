/**
 * Settings that hold a password may lie in a file: NAME_FILE says where, as orchestrators hand out secrets. What lies in
 * the environment is seen by whoever may look at a container.
 */
import { readFileSync } from 'node:fs';

export const secretSettings = [
  'EVENT_STORE',
  'REDIS_URL',
  'SMTP_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

type Values = Record<string, string | undefined>;

/** The file's name alone is told: what is in it may be a password. */
function contents(name: string, file: string, wrong: (sentence: string) => Error): string {
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text !== '' && !/[\r\n]/.test(text)) return text;
  } catch {
    throw wrong(`${name} names ${file}, which cannot be read.`);
  }
  throw wrong(`${name} names ${file}, which must hold one line.`);
}

/** @param wrong makes what is thrown of a sentence @throws what `wrong` makes */
export function withFiles(values: Values, wrong: (sentence: string) => Error): Values {
  const found: Values = { ...values };
  for (const name of secretSettings) {
    const file = values[`${name}_FILE`];
    if (!file) continue;
    if (values[name]) throw wrong(`${name} and ${name}_FILE are both set: one of them says it.`);
    found[name] = contents(`${name}_FILE`, file, wrong);
  }
  return found;
}
