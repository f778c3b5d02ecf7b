/** Content check of each kind of upload. */
import { limits } from '#events/case/limits.ts';
import type { FileKind } from '#events/case/options.ts';
import { type Check, createHead, type MakeCheck } from '#events/file/check.ts';
import { avatarTypes, photoTypes, pictureCheck } from '#events/file/picture.ts';
import { sniff, sniffBytes } from '#events/file/sniff.ts';
import { stlCheck } from '#events/file/stl.ts';
import { archiveCheck } from './archive.ts';
import { planCheck } from './plan.ts';

/** Chat and downloads accept any file. Anything but an image is served only as an attachment. */
function anyCheck(): Check {
  const head = createHead(sniffBytes);
  return {
    write(chunk) {
      head.take(chunk);
    },
    end: () => ({ mime: sniff(head.bytes()) ?? 'application/octet-stream' }),
  };
}

const photoCheck: MakeCheck = size => pictureCheck(size, photoTypes);

export const contentChecks: Record<FileKind, MakeCheck> = {
  stl: size => stlCheck(size),
  photo: photoCheck,
  radiograph: photoCheck,
  archive: archiveCheck,
  other: archiveCheck,
  plan: planCheck,
  avatar: size => pictureCheck(size, avatarTypes, limits.avatarSide),
  logo: size => pictureCheck(size, avatarTypes, limits.avatarSide),
  chat: anyCheck,
  article: size => pictureCheck(size, avatarTypes),
  download: anyCheck,
};
