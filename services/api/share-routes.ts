/** Links to one plan or model: kept by those who may, and opened by whoever has one, without a session. */

import { Readable } from 'node:stream';
import { defaultZone } from '#events/case/calendar.ts';
import type { CaseState } from '#events/case/case.ts';
import { Refusal } from '#events/errors.ts';
import type { Audience } from '#events/share/events.ts';
import type { ShareItem, ShareList } from '#events/share/facts.ts';
import { audiencesFor, ownsShare, revokesShare } from '#events/share/rights.ts';
import { newShare, type Share } from '#events/share/share.ts';
import { withoutName } from '#events/share/shared-bundle.ts';
import type { PresentCtx } from '#projections/present.ts';
import { accepts } from '../http/body.ts';
import { coded } from '../http/compression.ts';
import { type ApiContext, addressOf } from '../http/context.ts';
import { isAct } from '../http/guard.ts';
import type { FoundShare } from '../share/shares.ts';
import type { SharingParts } from '../share/sharing.ts';
import { caseIdOf } from './case-of.ts';
import { commandRoute } from './command-route.ts';
import type { Deps } from './deps.ts';
import { get, publicGet } from './get.ts';
import type { Once } from './once.ts';
import { publicRoute, type Route } from './route.ts';

const tag = 'shares';

/** The page that a link opens first. */
const pageOf: Record<Audience, string> = {
  patient: '/threeDPatientView',
  colleague: '/threeDNew_new',
  model: '/showStlView',
  wear: '/wearView',
};

type Shown = { share: Share; state: CaseState; ctx: PresentCtx };

/** A link as whoever keeps the case sees it; its address only for those who may open it. */
async function presented({ shares }: SharingParts, { share, state, ctx }: Shown): Promise<ShareItem> {
  const { id, audience, what, scope, lang, at, by, expiresAt, revoked } = share;
  const standing = shares.standing(share, state);
  const own = ownsShare(ctx.viewer, state, by);
  return {
    id,
    for: audience,
    what,
    scope,
    lang,
    at,
    expiresAt,
    standing,
    by: ctx.person(by),
    revoked: revoked && { at: revoked.at, by: ctx.person(revoked.by) },
    opened: await shares.openingsOf(id),
    path: own && standing === 'open' ? `${pageOf[audience]}/${shares.keyOf(id)}` : null,
    mayRevoke: revokesShare(ctx.viewer, state, by) && standing === 'open',
  };
}

export function shareRoutes(deps: Deps, parts: SharingParts, { once }: { once: Once }): Route[] {
  const { shares, payloads } = parts;
  return [
    get({
      path: '/api/cases/:id/shares',
      rule: 'session',
      tag,
      summary:
        'Links to the case’s plans and models, the newest first, and for whom this person may make more.',
      answer: async ({ ctx, viewer, param }) => {
        const { state, shares: all } = await shares.list(viewer, caseIdOf(param('id')));
        const items = await Promise.all(
          all.toReversed().map(share => presented(parts, { share, state, ctx })),
        );
        const listed: ShareList = { items, makes: audiencesFor(viewer, state) };
        return listed;
      },
    }),
    commandRoute(deps, once, {
      method: 'post',
      path: '/api/cases/:id/shares',
      rule: 'session',
      tag,
      summary: 'Makes a link to one version of the plan, or to one model.',
      body: accepts(newShare, { for: 'patient', version: 1, days: 7 }),
      to: ({ param }) => caseIdOf(param('id')),
      decide: ({ c, key, viewer, target: caseId, input }) =>
        shares.make(viewer, { ...key, caseId, input, lang: c.get('lang') }),
      answer: async ({ state: share }, { ctx, target: caseId }) => {
        const state = await deps.streams.load(caseId);
        payloads.warm(share, state).catch((err: unknown) => deps.log.warn({ err }, 'a plan was not drawn'));
        return presented(parts, { share, state, ctx });
      },
    }),
    commandRoute(deps, once, {
      method: 'delete',
      path: '/api/cases/:id/shares/:shareId',
      rule: 'session',
      tag,
      summary: 'Takes a link back: it is closed at once, in open pages within five seconds.',
      to: ({ param }) => ({ caseId: caseIdOf(param('id')), shareId: param('shareId') }),
      decide: ({ key, viewer, target }) => shares.revoke(viewer, { ...key, ...target }),
      answer: async ({ state: share }, { ctx, target: { caseId } }) =>
        presented(parts, { share, state: await deps.streams.load(caseId), ctx }),
    }),
  ];
}

/** Nothing keeps it, nothing finds it, and no other site is told its address. */
function quiet(c: ApiContext): void {
  c.header('Cache-Control', 'private, no-store');
  c.header('Referrer-Policy', 'no-referrer');
  c.header('X-Robots-Tag', 'noindex, nofollow, noarchive');
}

/**
 * Returns the phone that a patient calls: that of the delivery address if it is the named clinic's, else the doctor's.
 * Other links show none.
 */
function phoneOf(deps: Deps, { share, state }: FoundShare, clinic: string): string | null {
  if (share.what.kind !== 'wear') return null;
  const { deliveryAddress: to } = state.sections.data;
  if (to?.phone && to.clinic?.trim() === clinic) return to.phone;
  return deps.models.directory().people.get(state.ownerId)?.phone ?? null;
}

/** Where the case is treated: the clinic that the case names, else whose case it is. */
function clinicOf(deps: Deps, shared: FoundShare) {
  const { state } = shared;
  const found = deps.models.directory().organisations.get(state.orgId);
  const { name, clinic = '' } = state.sections.patient;
  // A field of free text: one with the patient's name in it is not shown.
  const named = withoutName(clinic, name) === clinic ? clinic.trim() : '';
  const where = { clinic: named || (found?.name ?? ''), zone: found?.zone ?? defaultZone };
  return { ...where, phone: phoneOf(deps, shared, where.clinic) };
}

/**
 * The link of a key that opens now.
 * @throws Refusal notFound for any key that is none, shareOver (with the clinic's name where it only expired), tooMany
 */
export async function openedShare(deps: Deps, { shares, limits }: SharingParts, c: ApiContext, key: string) {
  quiet(c);
  const found = await shares.find(key);
  if (!found) {
    await limits.wrong(addressOf(c, deps));
    throw new Refusal('notFound');
  }
  const { standing, share } = found;
  if (standing !== 'open')
    throw new Refusal('shareOver', {
      why: standing,
      // What was taken back, or is gone, names nobody any more.
      clinic: standing === 'expired' ? clinicOf(deps, found).clinic : '',
      lang: share.lang,
    });
  // Last: whoever asks again and again keeps nobody from hearing that it is over.
  await limits.asked(found.share.id);
  return found;
}

export function publicShareRoutes(deps: Deps, parts: SharingParts): Route[] {
  const { shares, payloads, blobs } = parts;
  return [
    publicGet({
      path: '/api/shares/:key',
      tag,
      summary: 'What a link shows: facts of one version, nothing of a person. Counts as an opening.',
      answer: async ({ c, param }) => {
        const found = await openedShare(deps, parts, c, param('key'));
        const facts = await payloads.facts(found.share, found.state, clinicOf(deps, found));
        // A phone that keeps the page for later is nobody who opens it.
        if (c.req.method === 'GET' && isAct(c)) shares.note(found.share);
        return facts;
      },
    }),
    publicGet({
      path: '/api/shares/:key/open',
      tag,
      summary: 'Whether a link still opens; an open page asks every two and a half seconds.',
      answer: async ({ c, param }) => {
        const { share } = await openedShare(deps, parts, c, param('key'));
        return { expiresAt: share.expiresAt };
      },
    }),
    publicRoute({
      method: 'get',
      path: '/api/shares/:key/files/:part',
      rule: 'public',
      tag,
      media: 'application/octet-stream',
      summary:
        'A file of the link: plan.json, teeth.glb, coarse.glb (or either by its hash), poster-{stage}.webp; model.glb, poster.webp.',
      handle: async ({ c, param }) => {
        const { share, state } = await openedShare(deps, parts, c, param('key'));
        const part = await payloads.part(share, state, param('part'));
        if (!part) throw new Refusal('notFound');
        c.header('Content-Type', part.mime);
        c.header('Content-Security-Policy', "default-src 'none'; sandbox");
        c.header('Cross-Origin-Resource-Policy', 'same-origin');
        if ('text' in part) {
          const { body, coding } = await coded(part.text, c.req.header('accept-encoding') ?? '');
          c.header('Vary', 'Accept-Encoding');
          if (coding) c.header('Content-Encoding', coding);
          return c.body(body, 200);
        }
        const size = await blobs?.size(part.blob);
        if (size === undefined) throw new Refusal('downloadFailed');
        c.header('Content-Length', String(size));
        // Bytes that nobody takes would leave their file open for good.
        if (c.req.method === 'HEAD') return c.body(null, 200);
        // Node's stream type and the browser's differ in name only.
        return c.body(Readable.toWeb(blobs.read(part.blob)) as ReadableStream<Uint8Array>, 200);
      },
    }),
  ];
}
