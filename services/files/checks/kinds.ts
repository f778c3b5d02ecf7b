/** What each kind of upload may be: how large, in which slots, and how its bytes are checked. */
import { type FileKind, limits, type Slot, slots } from '#events/case/options.ts';
import { archiveCheck } from './archive.ts';
import type { Check, MakeCheck } from './check.ts';
import { createHead } from './check.ts';
import { avatarTypes, imageCheck, photoTypes } from './image.ts';
import { planCheck } from './plan.ts';
import { sniff, sniffBytes } from './sniff.ts';
import { stlCheck } from './stl.ts';

export type KindRule = { maxBytes: number; slots: readonly Slot[]; check: MakeCheck };

/** Chat takes any file; what is no image is only ever given out as an attachment. */
function anyCheck(): Check {
  const head = createHead(sniffBytes);
  return {
    write(chunk) {
      head.take(chunk);
    },
    end: () => ({ mime: sniff(head.bytes()) ?? 'application/octet-stream' }),
  };
}

export const kindRules: Record<FileKind, KindRule> = {
  stl: { maxBytes: limits.stlBytes, slots: slots.stl, check: stlCheck },
  photo: { maxBytes: limits.photoBytes, slots: slots.photo, check: () => imageCheck(photoTypes) },
  radiograph: { maxBytes: limits.photoBytes, slots: slots.radiograph, check: () => imageCheck(photoTypes) },
  archive: { maxBytes: limits.archiveBytes, slots: [], check: archiveCheck },
  plan: { maxBytes: limits.archiveBytes, slots: [], check: planCheck },
  avatar: { maxBytes: limits.avatarBytes, slots: [], check: () => imageCheck(avatarTypes) },
  chat: { maxBytes: limits.chatBytes, slots: [], check: anyCheck },
  other: { maxBytes: limits.archiveBytes, slots: [], check: archiveCheck },
};
