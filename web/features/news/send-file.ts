/** Uploads of what an article shows or hands out. */
import { authHeaders } from '#web/lib/api.ts';
import { faultBeforeUpload, startUpload, UploadError, type UploadFault } from '#web/lib/upload.ts';

export type SentFile = { ok: true; id: string; sha256: string } | { ok: false; fault: UploadFault };

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map(b => b.toString(16).padStart(2, '0')).join('');

/** Sends a file whole; what is wrong with it is told before a byte goes. @param onShare 0 to 1 */
export async function sendFile(
  file: File,
  kind: 'article' | 'download',
  onShare: (share: number) => void = () => undefined,
): Promise<SentFile> {
  const fault = faultBeforeUpload(file, kind);
  if (fault) return { ok: false, fault };
  try {
    const sha256 = hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
    const parcel = { bytes: file, name: file.name, sha256 };
    const target = { caseId: null, kind, slot: null };
    const upload = await startUpload(parcel, target, authHeaders, ({ sent }) => onShare(sent / file.size));
    return { ok: true, id: await upload.done, sha256 };
  } catch (error) {
    if (error instanceof UploadError) return { ok: false, fault: error.fault };
    // The file cannot be read any more: it was moved, or its disk is gone.
    if (error instanceof DOMException) return { ok: false, fault: { code: null, issues: [] } };
    throw error;
  }
}
