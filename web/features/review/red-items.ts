/** Red points: problems of a version that an approval must acknowledge. */
import type { TFunction } from 'i18next';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { VersionListName } from '#events/plan/discussion-events.ts';
import { measureFulfilment, type RequestVerdict } from '#events/plan/requests.ts';
import type { ChangeRequestItem } from '#projections/case/view.ts';
import { orderRedPointText } from './order-text.ts';
import { changeRequestText } from './request-text.ts';
import type { ReviewProps } from './review-props.ts';

/**
 * `key` goes into the review's record: a kind and a number, `request:3`, `velocity:13:4`,
 * `order:attachment:11`.
 */
export type RedItem = { key: string; text: string };

/**
 * An acknowledged point of a record as text. Unknown keys are shown as they are, so that the record stays
 * complete.
 */
export function acknowledgedPointText(t: TFunction, key: string): string {
  const [kind, ...rest] = key.split(':');
  const [a = '', b = '', c = ''] = rest;
  if (kind === 'request' && rest.length === 1) return t('review:acknowledged.request', { request: a });
  if (kind === 'velocity' && rest.length === 2)
    return t('review:acknowledged.velocity', { tooth: a, stage: b });
  if (kind === 'collision' && rest.length === 3 && Number.isFinite(Number(c)))
    return t('review:acknowledged.collision', { pair: a, stage: b, mm: (Number(c) / 100).toFixed(2) });
  if (key === 'plan:unread') return t('review:acknowledged.unread');
  if (key === 'contacts:unmeasured') return t('review:acknowledged.contacts');
  return orderRedPointText(t, key) ?? key;
}

/** An approval with its acknowledged points. */
export type ReviewApproval = { result: 'approved'; acknowledged: string[] };

/**
 * Returns the approval, or null while a point is not acknowledged or a measurement is running. @param taken
 * keys of the acknowledged points
 */
export function reviewApprovalOf(
  red: readonly RedItem[],
  taken: ReadonlySet<string>,
  isMeasuring: boolean,
): ReviewApproval | null {
  const acknowledged = red.map(item => item.key).filter(key => taken.has(key));
  return isMeasuring || acknowledged.length < red.length ? null : { result: 'approved', acknowledged };
}

/**
 * Returns the acknowledged keys after ticking or unticking these points. @param taken keys acknowledged so
 * far; not changed
 */
export function toggleAcknowledged(
  taken: ReadonlySet<string>,
  items: readonly RedItem[],
  isTicked: boolean,
): ReadonlySet<string> {
  const keys = items.map(({ key }) => key);
  return new Set(isTicked ? [...taken, ...keys] : [...taken].filter(key => !keys.includes(key)));
}

type RequestInput = Pick<ChangeRequestItem, 'request' | 'change'>;

function requestItem({ request, change }: RequestInput, verdict: RequestVerdict, t: TFunction): RedItem[] {
  if (verdict === 'met') return [];
  const words = { request, verdict: t(`review:verdict.${verdict}`), what: changeRequestText(t, change) };
  return [{ key: `request:${request}`, text: t('review:red.request', words) }];
}

/** Requests measured against this version that it does not meet, or that could not be measured. */
export function unmetRequestItems(
  { view, list, version }: Pick<ReviewProps, 'view' | 'list' | 'version'>,
  t: TFunction,
): RedItem[] {
  return view.requests.flatMap(asked => {
    const check = asked.checks.find(c => c.list === list && c.version === version);
    return asked.withdrawn || !check ? [] : requestItem(asked, check.verdict, t);
  });
}

type Earlier = (list: VersionListName, version: number) => PlanBundle | null;

/**
 * Expected red points of an unsubmitted plan, measured as the server will measure it. @param earlier
 * plan.json of the version of the request
 */
export const expectedUnmetRequestItems = (
  requests: readonly ChangeRequestItem[],
  bundle: PlanBundle,
  earlier: Earlier,
  t: TFunction,
): RedItem[] =>
  requests
    .filter(({ open }) => open)
    .flatMap(asked =>
      requestItem(
        asked,
        measureFulfilment(asked.change, bundle, earlier(asked.list, asked.version)).verdict,
        t,
      ),
    );
