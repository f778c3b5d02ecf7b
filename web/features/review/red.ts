/** What of a version is not as it should be: whoever approves it acknowledges each of these. */
import type { TFunction } from 'i18next';
import type { ReviewProps } from './props.ts';
import { changeText } from './words.ts';

/** `key` goes into the review's record: a kind and a number, `request:3`, `velocity:13:4`. */
export type RedItem = { key: string; text: string };

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
