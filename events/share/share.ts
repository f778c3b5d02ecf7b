/** A link to one plan, one model or the wear: made, taken back, and whether it opens now. Pure. */
import * as z from 'zod/mini';
import { addDays } from '../case/calendar.ts';
import type { CaseState } from '../case/case.ts';
import { id } from '../case/fields.ts';
import { may } from '../case/may.ts';
import { badField, isRefusal, Refusal } from '../errors.ts';
import { parse } from '../parse.ts';
import type { Viewer } from '../person/position.ts';
import type { PlanVersion } from '../plan/plan.ts';
import { wearLimits } from '../wear/actions.ts';
import { wearCalendar } from '../wear/wear.ts';
import {
  type Audience,
  audiences,
  type Scope,
  type Shared,
  type ShareEvent,
  type ShareLanguage,
  shareLanguages,
} from './events.ts';
import { shareLimits } from './limits.ts';
import { audiencesFor, revokesShare } from './rights.ts';

const DAY_MS = 86_400_000;

export type Share = {
  id: string;
  caseId: string;
  audience: Audience;
  what: Shared;
  scope: Scope;
  lang: ShareLanguage;
  by: string;
  at: string;
  expiresAt: string;
  revoked: { by: string; at: string } | null;
};

type Where = { by: string; at: string };

/** The link after an event of its stream; one that is already in changes nothing. */
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

export const newShare = z.strictObject({
  for: z.enum(audiences),
  /** Of the plan, or of the target position. Default: the plan. */
  list: z.optional(z.enum(['plans', 'targets'])),
  /** Default: the newest one. */
  version: z.optional(z.int()),
  /** The model, where it is for one. */
  fileId: z.optional(id),
  /** Every stage; otherwise before and after only. Default: yes. */
  stages: z.optional(z.boolean()),
  /** The plan's instructions, which are written for whoever treats: for a colleague only. Default: no. */
  notes: z.optional(z.boolean()),
  /** Default: a week; of the wear, as long as it goes on by its calendar, and six weeks. */
  days: z.optional(z.int().check(z.minimum(shareLimits.daysMin), z.maximum(shareLimits.wearDaysMax))),
  /** Of the page, until its reader chooses another. */
  lang: z.optional(z.enum(shareLanguages)),
});
type NewShare = z.infer<typeof newShare>;

export type ShareCtx = {
  viewer: Viewer;
  shareId: string;
  /** Milliseconds since 1970. */
  now: number;
  /** Where the input names none. */
  lang: ShareLanguage;
  /** How many links of the case are open. */
  open: number;
};

/** The version that a link names; undefined where the case has it no more, or another one under its number. */
export const versionOf = (
  state: Pick<CaseState, 'plans' | 'targets'>,
  shared: Shared,
): PlanVersion | undefined =>
  shared.kind === 'plan'
    ? state[shared.list].find(p => p.version === shared.version && p.bundle === shared.bundle)
    : undefined;

/** The model that a link names, as long as the case holds these bytes. */
export const modelOf = (state: Pick<CaseState, 'files'>, shared: Shared) =>
  shared.kind === 'model'
    ? state.files.find(f => f.id === shared.fileId && f.sha256 === shared.sha256 && f.kind === 'stl')
    : undefined;

/** Until some weeks after the day of the last aligner; a year where that is not known. */
function wearDays(state: CaseState, now: number): number {
  const found = wearLimits(state);
  const last = state.wear && found ? wearCalendar(state.wear, found).at(-1) : undefined;
  const isKnown = found && last?.stage === Math.max(found.total.upper, found.total.lower);
  if (!isKnown) return shareLimits.wearDaysDefault;
  const over = (state.wear?.days ?? 0) + shareLimits.wearDaysBeyond;
  const days = Math.ceil((Date.parse(addDays(last.on, over)) - now) / DAY_MS);
  return Math.min(shareLimits.wearDaysMax, Math.max(shareLimits.wearDaysBeyond, days));
}

/** True where there is a record of wear to be shown. */
const isWorn = (state: CaseState): boolean => state.wear !== null && wearLimits(state) !== null;

function sharedBy(state: CaseState, input: NewShare): Shared {
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
 * `input` may be the refusal of a body that could not be read: it is thrown in its turn, after the rights.
 * @throws Refusal notPermitted, actionClosed, badInput
 */
export function makeShare(state: CaseState, input: unknown, ctx: ShareCtx): ShareEvent[] {
  const allowed = audiencesFor(ctx.viewer, state);
  if (allowed.length === 0) throw new Refusal('notPermitted');
  if (state.erased) throw new Refusal('actionClosed');
  if (isRefusal(input)) throw input;
  const asked = parse(newShare, input);
  if (!allowed.includes(asked.for)) throw new Refusal('notPermitted');
  if (asked.notes && asked.for !== 'colleague') throw badField('notes', 'notes-colleague');
  if (asked.for === 'wear' && may(ctx.viewer, 'recordWear', state) !== 'yes')
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

/** Nothing where it was taken back before. @throws Refusal notPermitted */
export function revokeShare(state: CaseState, share: Share, viewer: Viewer): ShareEvent[] {
  if (!revokesShare(viewer, state, share.by)) throw new Refusal('notPermitted');
  if (share.revoked) return [];
  return [{ type: 'ShareRevoked', data: { shareId: share.id, caseId: share.caseId } }];
}

/** Open; or why not: taken back, over, or there is nothing behind it any more. */
export type Standing = 'open' | 'revoked' | 'expired' | 'gone';

/**
 * A link opens only what who made it may still show: it ends with the case, with its version and with that person's
 * right to it.
 * @param maker undefined where that person is frozen or not known
 * @param now milliseconds since 1970
 */
export function standingOf(
  share: Share,
  state: CaseState | undefined,
  maker: Viewer | undefined,
  now: number,
): Standing {
  if (share.revoked) return 'revoked';
  if (now >= Date.parse(share.expiresAt)) return 'expired';
  if (!state || state.deleted || state.erased || !maker) return 'gone';
  if (!audiencesFor(maker, state).includes(share.audience)) return 'gone';
  const isThere =
    share.what.kind === 'wear' ? isWorn(state) : versionOf(state, share.what) || modelOf(state, share.what);
  return isThere ? 'open' : 'gone';
}
