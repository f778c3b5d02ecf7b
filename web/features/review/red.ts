/** What of a version is not as it should be: whoever approves it acknowledges each of these. */
import type { TFunction } from 'i18next';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { VersionList } from '#events/plan/discussion-events.ts';
import { measureRequest, type Verdict } from '#events/plan/requests.ts';
import type { RequestItem } from '#projections/case/view.ts';
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

/** An approval with what it acknowledges. */
export type Approval = { result: 'approved'; acknowledged: string[] };

/**
 * Returns the approval, or null while a point is not acknowledged or a measurement still runs.
 * @param taken keys of the points that the reviewer has acknowledged
 */
export function approvalOf(
  red: readonly RedItem[],
  taken: ReadonlySet<string>,
  isMeasuring: boolean,
): Approval | null {
  const acknowledged = red.map(item => item.key).filter(key => taken.has(key));
  return isMeasuring || acknowledged.length < red.length ? null : { result: 'approved', acknowledged };
}

/**
 * Returns the acknowledged keys once these points are ticked, or unticked.
 * @param taken keys acknowledged so far; not changed
 */
export function takenAfter(
  taken: ReadonlySet<string>,
  items: readonly RedItem[],
  isTicked: boolean,
): ReadonlySet<string> {
  const keys = items.map(({ key }) => key);
  return new Set(isTicked ? [...taken, ...keys] : [...taken].filter(key => !keys.includes(key)));
}

type Asked = Pick<RequestItem, 'request' | 'change'>;

function requestItem({ request, change }: Asked, verdict: Verdict, t: TFunction): RedItem[] {
  if (verdict === 'met') return [];
  const words = { request, verdict: t(`review:verdict.${verdict}`), what: changeText(t, change) };
  return [{ key: `request:${request}`, text: t('review:red.request', words) }];
}

/** Requests that this version was measured against and does not meet, or that could not be measured in it. */
export function redRequests(
  { view, list, version }: Pick<ReviewProps, 'view' | 'list' | 'version'>,
  t: TFunction,
): RedItem[] {
  return view.requests.flatMap(asked => {
    const check = asked.checks.find(c => c.list === list && c.version === version);
    return asked.withdrawn || !check ? [] : requestItem(asked, check.verdict, t);
  });
}

type Earlier = (list: VersionList, version: number) => PlanBundle | null;

/**
 * The same of a plan that is not handed in, measured as the server will measure it.
 * @param earlier plan.json of the version that a change was asked of
 */
export const foreseenRequests = (
  requests: readonly RequestItem[],
  bundle: PlanBundle,
  earlier: Earlier,
  t: TFunction,
): RedItem[] =>
  requests
    .filter(({ open }) => open)
    .flatMap(asked =>
      requestItem(asked, measureRequest(asked.change, bundle, earlier(asked.list, asked.version)).verdict, t),
    );
