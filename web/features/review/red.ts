/** What of a version is not as it should be: whoever approves it acknowledges each of these. */
import type { TFunction } from 'i18next';
import { orderText } from './order-words.ts';
import type { ReviewProps } from './props.ts';
import { changeText } from './words.ts';

/** `key` goes into the review's record: a kind and a number, `request:3`, `velocity:13:4`, `order:attachment:11`. */
export type RedItem = { key: string; text: string };

/**
 * An acknowledged point of a record in words. Keys of a kind that is not known here stay what they are: a record is
 * never left out.
 */
export function acknowledgedText(t: TFunction, key: string): string {
  const [kind, ...rest] = key.split(':');
  const [a = '', b = '', c = ''] = rest;
  if (kind === 'request' && rest.length === 1) return t('review:acknowledged.request', { request: a });
  if (kind === 'velocity' && rest.length === 2)
    return t('review:acknowledged.velocity', { tooth: a, stage: b });
  if (kind === 'collision' && rest.length === 3 && Number.isFinite(Number(c)))
    return t('review:acknowledged.collision', { pair: a, stage: b, mm: (Number(c) / 100).toFixed(2) });
  if (key === 'plan:unread') return t('review:acknowledged.unread');
  if (key === 'contacts:unmeasured') return t('review:acknowledged.contacts');
  return orderText(t, key) ?? key;
}

/** Requests that this version was measured against and does not meet, or that could not be measured in it. */
export function redRequests(
  { view, list, version }: Pick<ReviewProps, 'view' | 'list' | 'version'>,
  t: TFunction,
): RedItem[] {
  return view.requests.flatMap(({ request, change, checks, withdrawn }) => {
    const check = checks.find(c => c.list === list && c.version === version);
    if (withdrawn || !check || check.verdict === 'met') return [];
    const words = { request, verdict: t(`review:verdict.${check.verdict}`), what: changeText(t, change) };
    return [{ key: `request:${request}`, text: t('review:red.request', words) }];
  });
}
