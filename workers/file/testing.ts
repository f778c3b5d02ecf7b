/** Test helpers: inspect bytes as the browser inspects a chosen file. */
import { createHash } from 'node:crypto';
import type { FileKind } from '#events/case/options.ts';
import { inspectForUpload } from './inspect.ts';

/** Returns the inspection's result. */
export const inspectBytes = (bytes: Buffer, name: string, kind: FileKind) =>
  inspectForUpload(new File([Uint8Array.from(bytes)], name), { kind, slot: null }, () => {});

/** Returns the SHA-256 of the bytes to upload, or `<refusal> <issue>`. */
export async function inspectionOutcome(bytes: Buffer, name: string, kind: FileKind): Promise<string> {
  const answer = await inspectBytes(bytes, name, kind);
  if ('ready' in answer) return answer.ready.sha256;
  return `${answer.refused.refusal} ${answer.refused.issues[0]?.issue}`;
}
export const sha256Hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
