/** What each kind of file may be before a byte of it is read: how large, in which slots, and what it may be called. */
import * as z from 'zod/mini';
import { type FileKind, limits, type Slot, slots } from '../case/options.ts';

export type FileRule = {
  maxBytes: number;
  slots: readonly Slot[];
  /** Endings of names that a browser offers, lower case; none: any. A server goes by the bytes alone. */
  endings: readonly string[];
  /** The issue of a file that is called otherwise. */
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

export const fileRules: Record<FileKind, FileRule> = {
  // PLY and OBJ are turned into STL in the browser; what is uploaded is STL.
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
  avatar: {
    maxBytes: limits.avatarBytes,
    slots: [],
    endings: ['.jpg', '.jpeg', '.png'],
    otherwise: 'not-image',
  },
  chat: { maxBytes: limits.chatBytes, slots: [], endings: [], otherwise: '' },
  // Shown by browsers as they are: of the kinds that every browser draws.
  article: {
    maxBytes: limits.articlePictureBytes,
    slots: [],
    endings: ['.jpg', '.jpeg', '.png'],
    otherwise: 'not-image',
  },
  download: { maxBytes: limits.downloadBytes, slots: [], endings: [], otherwise: '' },
};

/** A step upwards in a path; other folders before a name are left out, this one is somebody's try. */
const upwards = /(?:^|[/\\])\.\.(?:[/\\]|$)/;

/** What a file may be called. */
export const fileName = z.string().check(
  z.maxLength(255),
  z.refine<string>(name => !upwards.test(name), { error: 'file-name-path' }),
);
