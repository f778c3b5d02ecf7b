/**
 * Reads settings with passwords from files. NAME_FILE names the file, because orchestrators provide secrets as files,
 * and everybody who may inspect the container can read its environment variables.
 */
import { readFileSync } from 'node:fs';
import { type SettingValues, WrongSettingError } from './settings-table.ts';

export const secretSettings = [
  'EVENT_STORE',
  'REDIS_URL',
  'SMTP_URL',
  'SMS_KEY_ID',
  'SMS_KEY_SECRET',
  'KAFKA_PASSWORD',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

/** Returns the single line of a file. Errors name the file but never quote it. @throws WrongSettingError */
export function readSecretLine(name: string, file: string): string {
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text !== '' && !/[\r\n]/.test(text)) return text;
  } catch {
    throw new WrongSettingError(`${name} names ${file}, which cannot be read.`);
  }
  throw new WrongSettingError(`${name} names ${file}, which must contain exactly one line.`);
}

/** Returns the settings, with values from the named files. @throws WrongSettingError */
export function withSecretFiles(values: SettingValues): SettingValues {
  const found: SettingValues = { ...values };
  for (const name of secretSettings) {
    const file = values[`${name}_FILE`];
    if (!file) continue;
    if (values[name])
      throw new WrongSettingError(`${name} and ${name}_FILE are both set. Set only one of them.`);
    found[name] = readSecretLine(`${name}_FILE`, file);
  }
  return found;
}
