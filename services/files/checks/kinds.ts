/** Content check of each kind of upload. */
import { limits } from '#events/case/limits.ts';
import type { FileKind } from '#events/case/options.ts';
import { type CreateFileCheck, createHeadCollector, type FileCheck } from '#events/file/check.ts';
import { avatarMediaTypes, createPictureCheck, photoMediaTypes } from '#events/file/picture.ts';
import { sniffByteCount, sniffMediaType } from '#events/file/sniff.ts';
import { createStlCheck } from '#events/file/stl.ts';
import { createArchiveCheck } from './archive.ts';
import { createPlanCheck } from './plan.ts';

/** Chat and downloads accept any file. Anything but an image is served only as an attachment. */
function anyCheck(): FileCheck {
  const head = createHeadCollector(sniffByteCount);
  return {
    write(chunk) {
      head.take(chunk);
    },
    end: () => ({ mime: sniffMediaType(head.bytes()) ?? 'application/octet-stream' }),
  };
}

const photoCheck: CreateFileCheck = size => createPictureCheck(size, photoMediaTypes);

export const contentChecks: Record<FileKind, CreateFileCheck> = {
  stl: size => createStlCheck(size),
  photo: photoCheck,
  radiograph: photoCheck,
  archive: createArchiveCheck,
  other: createArchiveCheck,
  plan: createPlanCheck,
  avatar: size => createPictureCheck(size, avatarMediaTypes, limits.avatarSide),
  logo: size => createPictureCheck(size, avatarMediaTypes, limits.avatarSide),
  chat: anyCheck,
  article: size => createPictureCheck(size, avatarMediaTypes),
  download: anyCheck,
};
