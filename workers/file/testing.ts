/** A file as the browser reads it before it is sent, for tests. */
import { createHash } from 'node:crypto';
import type { FileKind } from '#events/case/options.ts';
import { inspect } from './inspect.ts';

/** The answer to a file that is chosen. */
export const inspectBytes = (bytes: Buffer, name: string, kind: FileKind) =>
  inspect(new File([Uint8Array.from(bytes)], name), { kind, slot: null }, () => {});

/** `sha256 of what is sent` or `<refusal> <issue>`. */
export async function outcomeOf(bytes: Buffer, name: string, kind: FileKind): Promise<string> {
  const answer = await inspectBytes(bytes, name, kind);
  if ('ready' in answer) return answer.ready.sha256;
  return `${answer.refused.refusal} ${answer.refused.issues[0]?.issue}`;
}
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
