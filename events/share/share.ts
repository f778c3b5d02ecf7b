/** A link to one plan, one model or the wear: creation, revocation, and whether it opens now. Pure. */
import * as z from 'zod/mini';
import { addDays } from '../case/calendar.ts';
import type { CaseState } from '../case/case.ts';
import { idSchema } from '../case/fields.ts';
import { permissionFor } from '../case/permissions.ts';
import { badField, Refusal } from '../errors.ts';
import { parse } from '../parse.ts';
import type { Viewer } from '../person/position.ts';
import type { PlanVersion } from '../plan/plan.ts';
import { wearLimitsOf } from '../wear/actions.ts';
import { wearCalendar } from '../wear/wear-calendar.ts';
import {
  type ShareAudience,
  type SharedContent,
  type ShareEvent,
  type ShareLanguage,
  type ShareScope,
  shareAudiences,
  shareLanguages,
} from './events.ts';
import { shareLimits } from './limits.ts';
import { audiencesFor, mayRevokeShare } from './rights.ts';

const DAY_MS = 86_400_000;

export type Share = {
  id: string;
  caseId: string;
  audience: ShareAudience;
  what: SharedContent;
  scope: ShareScope;
  lang: ShareLanguage;
  by: string;
  at: string;
  expiresAt: string;
  revoked: { by: string; at: string } | null;
};

type Where = { by: string; at: string };

/** Returns the share link after an event. Ignores repeated events. */
export function evolveShare(share: Share | undefined, e: ShareEvent & Where): Share | undefined {
  const { by, at } = e;
  switch (e.type) {
    case 'ShareMade': {
      const { shareId, ...facts } = e.data;
      return share ?? { id: shareId, ...facts, by, at, revoked: null };
    }
    case 'ShareRevoked':
      return share && { ...share, revoked: share.revoked ?? { by, at } };
    default:
      return e satisfies never;
  }
}

export const newShareInputSchema = z.strictObject({
  for: z.enum(shareAudiences),
  /** The list that the shared version is in: plans or targets. Default: plans. */
  list: z.optional(z.enum(['plans', 'targets'])),
  /** Number of the shared version. Default: the newest. */
  version: z.optional(z.int()),
  /** The model's file, for a link to a model. */
  fileId: z.optional(idSchema),
  /** Shows every stage, otherwise start and goal only. Default: yes. */
  stages: z.optional(z.boolean()),
  /** Shows the plan's instructions, written for clinicians; for a colleague only. Default: no. */
  notes: z.optional(z.boolean()),
  /** Days until expiry. Default: a week; for wear links, the remaining schedule plus six weeks. */
  days: z.optional(z.int().check(z.minimum(shareLimits.daysMin), z.maximum(shareLimits.wearDaysMax))),
  /** Language of the page until its reader chooses another. */
  lang: z.optional(z.enum(shareLanguages)),
});
type NewShare = z.infer<typeof newShareInputSchema>;

export type ShareContext = {
  viewer: Viewer;
  shareId: string;
  /** Current time, milliseconds since 1970. */
  now: number;
  /** Default language of the link's page. */
  lang: ShareLanguage;
  /** Number of open links of the case. */
  open: number;
};

/**
 * The version that a link names; undefined if the case no longer has it, or has another bundle under its
 * number.
 */
export const sharedVersionOf = (
  state: Pick<CaseState, 'plans' | 'targets'>,
  shared: SharedContent,
): PlanVersion | undefined =>
  shared.kind === 'plan'
    ? state[shared.list].find(p => p.version === shared.version && p.bundle === shared.bundle)
    : undefined;

/** Returns the model of a link; undefined once the case no longer has these bytes. */
export const sharedModelOf = (state: Pick<CaseState, 'files'>, shared: SharedContent) =>
  shared.kind === 'model'
    ? state.files.find(f => f.id === shared.fileId && f.sha256 === shared.sha256 && f.kind === 'stl')
    : undefined;

/** Returns the default days of a wear link: until some weeks after the last aligner; a year if that day is unknown. */
function wearDays(state: CaseState, now: number): number {
  const found = wearLimitsOf(state);
  const last = state.wear && found ? wearCalendar(state.wear, found).at(-1) : undefined;
  const isKnown = found && last?.stage === Math.max(found.total.upper, found.total.lower);
  if (!isKnown) return shareLimits.wearDaysDefault;
  const over = (state.wear?.days ?? 0) + shareLimits.wearDaysBeyond;
  const days = Math.ceil((Date.parse(addDays(last.on, over)) - now) / DAY_MS);
  return Math.min(shareLimits.wearDaysMax, Math.max(shareLimits.wearDaysBeyond, days));
}

/** Whether there is a wear record to show. */
const isWorn = (state: CaseState): boolean => state.wear !== null && wearLimitsOf(state) !== null;

function sharedBy(state: CaseState, input: NewShare): SharedContent {
  if (input.for === 'wear') {
    if (!isWorn(state)) throw new Refusal('actionClosed');
    return { kind: 'wear' };
  }
  if (input.for === 'model') {
    const file = state.files.find(f => f.id === input.fileId && f.kind === 'stl');
    if (!file) throw badField('fileId', 'model-unknown');
    return { kind: 'model', fileId: file.id, sha256: file.sha256 };
  }
  const list = input.list ?? 'plans';
  const { version = state[list].length } = input;
  const plan = state[list].find(p => p.version === version);
  if (!plan) throw badField('version', 'version-unknown');
  return { kind: 'plan', list, version, bundle: plan.bundle };
}

/**
 * Creates a link. Rethrows `input` if it is the refusal of an unreadable body, after the permission check.
 * @throws Refusal notPermitted, actionClosed, badInput
 */
export function makeShare(state: CaseState, input: unknown, ctx: ShareContext): ShareEvent[] {
  const allowed = audiencesFor(ctx.viewer, state);
  if (allowed.length === 0) throw new Refusal('notPermitted');
  if (state.erased) throw new Refusal('actionClosed');
  const asked = parse(newShareInputSchema, input);
  if (!allowed.includes(asked.for)) throw new Refusal('notPermitted');
  if (asked.notes && asked.for !== 'colleague') throw badField('notes', 'notes-colleague');
  if (asked.for === 'wear' && permissionFor(ctx.viewer, 'recordWear', state) !== 'yes')
    throw new Refusal('actionClosed');
  if (asked.for !== 'wear' && (asked.days ?? 0) > shareLimits.daysMax)
    throw badField('days', 'too-big', { max: shareLimits.daysMax });
  const what = sharedBy(state, asked);
  if (ctx.open >= shareLimits.open) throw badField('', 'share-limit', { max: shareLimits.open });
  const usual = asked.for === 'wear' ? wearDays(state, ctx.now) : shareLimits.daysDefault;
  const { stages = true, notes = false, days = usual, lang = ctx.lang } = asked;
  const expiresAt = new Date(ctx.now + days * DAY_MS).toISOString();
  const { shareId } = ctx;
  const { caseId } = state;
  const scope = { stages, notes };
  return [
    { type: 'ShareMade', data: { shareId, caseId, audience: asked.for, what, scope, lang, expiresAt } },
  ];
}

/** Revokes a link. Returns no event if it was already revoked. @throws Refusal notPermitted */
export function revokeShare(state: CaseState, share: Share, viewer: Viewer): ShareEvent[] {
  if (!mayRevokeShare(viewer, state, share.by)) throw new Refusal('notPermitted');
  if (share.revoked) return [];
  return [{ type: 'ShareRevoked', data: { shareId: share.id, caseId: share.caseId } }];
}

/** State of a link: open, revoked, expired, or gone (its content no longer exists). */
export type ShareStatus = 'open' | 'revoked' | 'expired' | 'gone';

/**
 * A link opens only what its creator may still show: it ends with the case, with its version, and with the
 * creator's rights.
 * @param maker undefined if that person is frozen or unknown
 * @param now milliseconds since 1970
 */
export function shareStatusOf(
  share: Share,
  state: CaseState | undefined,
  maker: Viewer | undefined,
  now: number,
): ShareStatus {
  if (share.revoked) return 'revoked';
  if (now >= Date.parse(share.expiresAt)) return 'expired';
  if (!state || state.deleted || state.erased || !maker) return 'gone';
  if (!audiencesFor(maker, state).includes(share.audience)) return 'gone';
  const isThere =
    share.what.kind === 'wear'
      ? isWorn(state)
      : sharedVersionOf(state, share.what) || sharedModelOf(state, share.what);
  return isThere ? 'open' : 'gone';
}
