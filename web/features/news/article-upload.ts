/** Uploads of pictures and downloads of articles. */
import { createAuthHeaders } from '#web/lib/api.ts';
import { findFaultBeforeUpload, startUpload, UploadError, type UploadFault } from '#web/lib/upload.ts';

export type ArticleUploadResult =
  | { ok: true; id: string; sha256: string }
  | { ok: false; fault: UploadFault };

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map(b => b.toString(16).padStart(2, '0')).join('');

/** Uploads a whole file; checks it before sending. @param onShare receives the progress, 0 to 1 */
export async function uploadArticleFile(
  file: File,
  kind: 'article' | 'download',
  onShare: (share: number) => void = () => undefined,
): Promise<ArticleUploadResult> {
  const fault = findFaultBeforeUpload(file, kind);
  if (fault) return { ok: false, fault };
  try {
    const sha256 = hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
    const parcel = { bytes: file, name: file.name, sha256 };
    const target = { caseId: null, kind, slot: null };
    const upload = await startUpload(parcel, target, createAuthHeaders, ({ sent }) =>
      onShare(sent / file.size),
    );
    return { ok: true, id: await upload.done, sha256 };
  } catch (error) {
    if (error instanceof UploadError) return { ok: false, fault: error.fault };
    // The file is no longer readable: it was moved, or its disk was removed.
    if (error instanceof DOMException) return { ok: false, fault: { code: null, issues: [] } };
    throw error;
  }
}
