/** Reads, crops and uploads a picture for the account. */
import type { TFunction } from 'i18next';
import { uploadFaultText } from '#web/features/file/upload-fault-text.ts';
import { type CommandResult, sendCommand } from '#web/lib/act.ts';
import { createAuthHeaders } from '#web/lib/browser.ts';
import {
  findFaultBeforeUpload,
  startUpload,
  UploadError,
  type UploadFault,
  uploadFaultOfFailedCheck,
} from '#web/lib/upload.ts';
import { inspectFile } from '#workers/file/client.ts';
import type { Profile } from './account-queries.ts';
import { cropSquareOf, type SquareCrop } from './crop-square.ts';

const target = { caseId: null, kind: 'avatar', slot: null } as const;
/** Side of a stored avatar, pixels; enough for the largest one on screen at three times the density. */
const avatarSide = 512;
const quality = 0.9;

type Texts = TFunction<['file', 'error', 'rx']>;

const unreadable: UploadFault = { code: null, issues: [{ path: 'file', issue: 'image-broken' }] };

/** Opens a chosen file as a picture, or returns why it is no picture for an account. */
export async function decodeAvatarFile(
  file: File,
): Promise<{ picture: ImageBitmap } | { fault: UploadFault }> {
  const fault = findFaultBeforeUpload(file, target.kind);
  if (fault) return { fault };
  try {
    const answer = await inspectFile(file, target, () => undefined, new AbortController().signal);
    if ('refused' in answer) return { fault: uploadFaultOfFailedCheck(answer.refused) };
    return { picture: await createImageBitmap(file) };
  } catch {
    return { fault: unreadable };
  }
}

/** Draws the cropped square. JPEG has no transparency, so the ground is white. */
export function drawCroppedSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: SquareCrop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { left, top, side } = cropSquareOf(picture, crop);
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

async function cropped(picture: ImageBitmap, crop: SquareCrop): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = avatarSide;
  canvas.height = avatarSide;
  drawCroppedSquare(canvas, picture, crop);
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', quality));
}

/** Uploads the square and shows it as the person's picture. Redrawing it removes the camera's metadata. */
export async function sendAvatar(
  picture: ImageBitmap,
  crop: SquareCrop,
): Promise<CommandResult<Profile> | { fault: UploadFault }> {
  const bytes = await cropped(picture, crop);
  if (!bytes) return { fault: unreadable };
  try {
    const parcel = { bytes, name: 'avatar.jpg', sha256: crypto.randomUUID() };
    const upload = await startUpload(parcel, target, createAuthHeaders, () => undefined);
    const file = await upload.done;
    return await sendCommand('PUT', '/profile/avatar', { file }, { quiet: true });
  } catch (error) {
    return { fault: error instanceof UploadError ? error.fault : { code: null, issues: [] } };
  }
}

/** The reason as a sentence. */
export const avatarFaultText = (t: Texts, error: UploadFault): string =>
  uploadFaultText(t, { error, kind: target.kind });
