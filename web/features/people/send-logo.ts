/** Uploads a picture and shows it as an organisation's logo. */
import type { CommandResult } from '#web/lib/act.ts';
import { createAuthHeaders } from '#web/lib/browser.ts';
import {
  findFaultBeforeUpload,
  startUpload,
  UploadError,
  type UploadFault,
  uploadFaultOfFailedCheck,
} from '#web/lib/upload.ts';
import { inspectFile } from '#workers/file/client.ts';
import { changeLogo } from './people-queries.ts';

const target = { caseId: null, kind: 'logo', slot: null } as const;

/** Why the browser refuses a file; null if it accepts it. The checks are the same as the server's. */
async function faultIn(file: File): Promise<UploadFault | null> {
  const fault = findFaultBeforeUpload(file, target.kind);
  if (fault) return fault;
  const answer = await inspectFile(file, target, () => undefined, new AbortController().signal);
  return 'refused' in answer ? uploadFaultOfFailedCheck(answer.refused) : null;
}

export async function sendLogo(
  orgId: string,
  file: File,
): Promise<CommandResult<unknown> | { fault: UploadFault }> {
  try {
    const fault = await faultIn(file);
    if (fault) return { fault };
    const parcel = { bytes: file, name: file.name, sha256: crypto.randomUUID() };
    const upload = await startUpload(parcel, target, createAuthHeaders, () => undefined);
    return await changeLogo(orgId, await upload.done);
  } catch (error) {
    return { fault: error instanceof UploadError ? error.fault : { code: null, issues: [] } };
  }
}
