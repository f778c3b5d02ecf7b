/** Files of the demo's cases as finished uploads. `perform` knows them at once; they are written to disk at the end. */
import type { Upload } from '#events/case/action-definition.ts';
import type { FileKind, Slot } from '#events/case/options.ts';
import { isoNow } from '../clock/clock.ts';
import type { DemoPlayContext } from './case-player.ts';
import { demoIdOf } from './demo-id.ts';
import type { FileContent } from './file-content.ts';

export type DemoFile = { kind: FileKind; slot: Slot | null; name: string; content: FileContent };

/** Adds a person's finished upload to a case. */
export function depositUpload(
  stage: DemoPlayContext,
  to: { caseId: string; orgId: string; by: string; key: string },
  file: DemoFile,
): Upload {
  const { kind, slot, name, content } = file;
  const { sha256, mime, bytes } = content;
  const { stages, shapes } = content;
  const stated = { ...(stages ? { stages } : {}), ...(shapes ? { shapes } : {}) };
  const id = demoIdOf(`${to.key}/file/${stage.uploads.size}`);
  const [size, at] = [bytes.length, isoNow(stage.clock)];
  const { caseId, orgId, by } = to;
  const facts = { id, kind, slot, name, size };
  const upload = { ...facts, sha256, mime, ...stated };
  const finished = { at, sha256, mime, ...stated };
  stage.uploads.set(id, { caseId, upload });
  stage.kept.push({
    record: { ...facts, by, orgId, caseId, startedAt: at, finished, due: false, kept: true },
    content,
  });
  return upload;
}
