/** Parses a requested upload from tus headers, and checks the right to it. */
import * as z from 'zod/mini';
import type { CaseState } from '#events/case/case.ts';
import { refuseMoreFiles } from '#events/case/decider.ts';
import { toOneLine } from '#events/case/fields.ts';
import { slotNames } from '#events/case/files.ts';
import { type FileKind, fileKinds, type Slot } from '#events/case/options.ts';
import { seesCase } from '#events/case/permissions.ts';
import { badField, Refusal } from '#events/errors.ts';
import { fileNameSchema, fileRules } from '#events/file/kinds.ts';
import { parse } from '#events/parse.ts';
import { menuRights, type Viewer } from '#events/person/position.ts';
import { slottedFileKinds, uploadPermissionOf } from './upload-rules.ts';

/** Purposes of uploads without a case. */
const purposes = ['avatar', 'logo', 'chat', 'article', 'download'] as const;
/** Kinds without a case that only some people may upload. */
const mayUpload: Partial<Record<FileKind, (viewer: Viewer) => boolean>> = {
  article: viewer => menuRights(viewer).includes('backstageManage'),
  download: viewer => menuRights(viewer).includes('backstageManage'),
  logo: viewer => viewer.position === 'Admin',
};

const word = z.string().check(z.maxLength(255));
/** `filetype` and `name` are added by common clients and ignored. */
const metadata = z.strictObject({
  caseId: z.optional(word),
  purpose: z.optional(z.enum(purposes)),
  kind: z.enum(fileKinds),
  slot: z.optional(z.enum(slotNames)),
  filename: z.optional(fileNameSchema),
  filetype: z.optional(word),
  name: z.optional(word),
});

/** Decoded `Upload-Metadata`, and `Upload-Length` in bytes. */
export type UploadRequest = { metadata: Record<string, string>; size: number };

export type AllowedUpload = {
  caseId: string | null;
  orgId: string;
  kind: FileKind;
  slot: Slot | null;
  name: string;
  size: number;
};

/** The file's name without folders and invisible characters. */
const ownName = (filename: string) => toOneLine(filename.replace(/^.*[/\\]/s, ''));

const refusalOf = { unseen: 'caseUnknown', never: 'notPermitted', notNow: 'actionClosed' } as const;

/**
 * Returns the rule that allows a file of this kind for this case now. @throws Refusal in the order of
 * refusals
 */
export function requireUploadRule(viewer: Viewer, kind: FileKind, state: CaseState | undefined) {
  if (!state) throw new Refusal('caseUnknown');
  const rule = uploadPermissionOf(viewer, kind, state);
  if (typeof rule === 'string') throw new Refusal(refusalOf[rule]);
  return rule;
}

function checkSize(kind: FileKind, size: number): void {
  const max = fileRules[kind].maxBytes;
  if (size > max)
    throw new Refusal('tooLarge', { issues: [{ path: 'file', issue: 'file-too-large', values: { max } }] });
  if (size === 0) throw new Refusal('badContent', { issues: [{ path: 'file', issue: 'empty-file' }] });
}

function checkSlot(kind: FileKind, slot: Slot | undefined, required: boolean): Slot | null {
  if (slot && !fileRules[kind].slots.includes(slot)) throw badField('slot', 'file-slot');
  if (!slot && required) throw badField('slot', 'required');
  return slot ?? null;
}

/**
 * Returns the requested upload, if this person may upload it.
 * @param caseOf the current state of a case
 * @throws Refusal in lifecycle.md's order; tooLarge before anything is sent
 */
export async function parseUploadRequest(
  viewer: Viewer,
  asked: UploadRequest,
  caseOf: (caseId: string) => Promise<CaseState | undefined>,
): Promise<AllowedUpload> {
  const { caseId } = asked.metadata;
  if (caseId === '') throw new Refusal('caseIdMissing');
  const state = caseId === undefined ? undefined : await caseOf(caseId);
  if (caseId !== undefined && !(state && seesCase(viewer, state))) throw new Refusal('caseUnknown');

  const { purpose, kind, slot, filename = '' } = parse(metadata, asked.metadata);
  const name = ownName(filename);
  const { size } = asked;
  if (!state) {
    if (!purpose) throw badField('caseId', 'required');
    if (kind !== purpose) throw badField('kind', 'kind-other-purpose');
    if (mayUpload[kind]?.(viewer) === false) throw new Refusal('notPermitted');
    checkSize(kind, size);
    return {
      caseId: null,
      orgId: viewer.orgId,
      kind,
      slot: checkSlot(kind, slot, false),
      name,
      size,
    };
  }
  const rule = requireUploadRule(viewer, kind, state);
  if (purpose) throw badField('purpose', 'unknown-field');
  const place = checkSlot(kind, slot, rule.slotted === true && slottedFileKinds.includes(kind));
  checkSize(kind, size);
  if (rule.attaches) refuseMoreFiles(state, place);
  return { caseId: state.caseId, orgId: state.orgId, kind, slot: place, name, size };
}
