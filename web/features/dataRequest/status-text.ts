/** The status of a request as text. */
import type { TFunction } from 'i18next';
import { type DataRequestStatus, dataRequestStatusOf } from '#events/dataRequest/data-request.ts';
import { formatMoment } from '#web/lib/format.ts';
import { formatBytes } from '#web/lib/format-bytes.ts';
import type { Tone } from '#web/ui/theme.ts';
import type { DataRequestItem } from './data-request-queries.ts';

export const dataRequestStatusTones: Record<DataRequestStatus, Tone> = {
  open: 'warn',
  lapsed: 'neutral',
  withdrawn: 'neutral',
  working: 'info',
  erased: 'ok',
  ready: 'ok',
  deleted: 'neutral',
  stopped: 'neutral',
};

export function dataRequestStatusText(item: DataRequestItem, now: number, t: TFunction): string {
  const standing = dataRequestStatusOf(item, now);
  const { kind, copy, lapsesAt, erasedAt, withdrawn, by } = item;
  if (standing === 'open') return t('dataRequest:standing.open', { at: formatMoment(lapsesAt) });
  if (standing === 'working') return t(`dataRequest:standing.working.${kind}`);
  if (standing === 'erased') return t('dataRequest:standing.erased', { at: formatMoment(erasedAt ?? now) });
  if (standing === 'ready')
    return t('dataRequest:standing.ready', {
      at: formatMoment(copy?.until ?? now),
      size: formatBytes(copy?.bytes ?? 0),
    });
  const declined = standing === 'withdrawn' && withdrawn && withdrawn.by.id !== by.id;
  return declined
    ? t('dataRequest:standing.withdrawnBy', { name: withdrawn.by.name })
    : t(`dataRequest:standing.${standing}`);
}
