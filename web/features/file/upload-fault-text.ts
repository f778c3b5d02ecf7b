/** The reason for a failed upload as text, in product-spec.md's wording if it has one. */
import type { TFunction } from 'i18next';
import type { FileKind } from '#events/case/options.ts';
import { errors } from '#events/errors.ts';
import type { UploadFault } from '#web/lib/upload.ts';
import type { UploadItem } from './send-file.ts';

const pictures: readonly FileKind[] = ['photo', 'radiograph', 'avatar', 'logo', 'article'];
/** Server-side failures; photos have a text of their own. */
const serverSide: readonly number[] = [errors.fileStoreDown.code, errors.internal.code, errors.busy.code];

function codeOf({ code }: UploadFault, kind: FileKind): number {
  if (code === null) return errors.uploadFailed.code;
  return serverSide.includes(code) && pictures.includes(kind) ? errors.photoServer.code : code;
}

/** Namespaces: file, error, rx. */
export function uploadFaultText(
  t: TFunction<['file', 'error', 'rx']>,
  { error, kind }: Pick<UploadItem, 'error' | 'kind'>,
): string {
  if (error === null) return '';
  if ('twin' in error) {
    const { name, slot } = error.twin;
    return slot ? t('file:twinAt', { place: t(`rx:slot.${slot}`) }) : t('file:twin', { name });
  }
  if ('unread' in error) return t('file:unread');
  const what = t(`error:${codeOf(error, kind)}`);
  const why = error.issues.map(({ path, issue, values }) => {
    const words = t(`error:issue.${issue}`, { ...values });
    if (path.startsWith('plan.')) return t('file:ofPlan', { field: path.slice(5), words });
    return path === 'filename' ? t('file:ofName', { words }) : words;
  });
  return why.length > 0 ? t('file:fault', { what, why: why.join(t('file:and')) }) : what;
}

/** Whether a retry may help, because the file itself is fine. */
export const mayRetryUpload = ({ error }: UploadItem): boolean =>
  error !== null && ('unread' in error || ('issues' in error && error.issues.length === 0));
