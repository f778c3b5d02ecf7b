/** Limits of each kind of file, checked before its content: size, slots and names. */
import * as z from 'zod/mini';
import { limits } from '../case/limits.ts';
import { type FileKind, type Slot, slots } from '../case/options.ts';

export type FileRule = {
  maxBytes: number;
  slots: readonly Slot[];
  /** File extensions that a browser offers, lower case; empty for any. The server checks only the bytes. */
  endings: readonly string[];
  /** Issue for a file with another extension. */
  otherwise: string;
};

const pictures = ['.jpg', '.jpeg', '.png', '.bmp', '.tif', '.tiff'];
const archives = ['.zip', '.rar', '.7z', '.tar.gz', '.tgz'];

const picture = (of: readonly Slot[]): FileRule => ({
  maxBytes: limits.photoBytes,
  slots: of,
  endings: pictures,
  otherwise: 'not-image',
});
const archive: FileRule = {
  maxBytes: limits.archiveBytes,
  slots: [],
  endings: archives,
  otherwise: 'not-archive',
};

/** The picture of a person or of an organisation. */
const smallPicture: FileRule = {
  maxBytes: limits.avatarBytes,
  slots: [],
  endings: ['.jpg', '.jpeg', '.png'],
  otherwise: 'not-image',
};

export const fileRules: Record<FileKind, FileRule> = {
  // The browser converts PLY and OBJ to STL before the upload.
  stl: {
    maxBytes: limits.stlBytes,
    slots: slots.stl,
    endings: ['.stl', '.ply', '.obj'],
    otherwise: 'not-model',
  },
  photo: picture(slots.photo),
  radiograph: picture(slots.radiograph),
  archive,
  other: archive,
  plan: { ...archive, endings: ['.zip', '.json', '.stl', '.glb'], otherwise: 'not-plan' },
  avatar: smallPicture,
  logo: smallPicture,
  chat: { maxBytes: limits.chatBytes, slots: [], endings: [], otherwise: '' },
  // Limited to types that every browser can display.
  article: {
    maxBytes: limits.articlePictureBytes,
    slots: [],
    endings: ['.jpg', '.jpeg', '.png'],
    otherwise: 'not-image',
  },
  download: { maxBytes: limits.downloadBytes, slots: [], endings: [], otherwise: '' },
};

/**
 * A step to the parent folder (`..`) in a file name is an attack and is refused. Other folders before the name are
 * dropped.
 */
const upwards = /(?:^|[/\\])\.\.(?:[/\\]|$)/;

/** Schema of file names. */
export const fileNameSchema = z.string().check(
  z.maxLength(255),
  z.refine<string>(name => !upwards.test(name), { error: 'file-name-path' }),
);
