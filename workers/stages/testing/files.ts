/** Test helpers: zips and refusals. */
import { type Zippable, zipSync } from 'fflate';
import { type Issue, isRefusal } from '#events/errors.ts';

export type NamedFile = readonly [name: string, bytes: Uint8Array<ArrayBuffer>];

export const fileOf = ([name, bytes]: NamedFile): File => new File([bytes], name);

/** Packs files into a zip. @param level 0 stores without compression */
export function packZip(files: readonly NamedFile[], level: 0 | 6 = 6): Uint8Array<ArrayBuffer> {
  const inside: Zippable = {};
  for (const [name, bytes] of files) inside[name] = [bytes, { level }];
  return Uint8Array.from(zipSync(inside));
}
export const filesAsZip = (files: readonly NamedFile[], level: 0 | 6 = 6): File =>
  fileOf(['plan.zip', packZip(files, level)]);

/** Returns the issues of a refusal as `path: word`. */
export async function refusalIssuesOf(work: Promise<unknown>): Promise<string[]> {
  try {
    await work;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return (error.data?.issues ?? []).map(({ path, issue }: Issue) => `${path}: ${issue}`);
  }
  throw new Error('it was not refused');
}
