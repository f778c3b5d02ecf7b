/** Share links to one plan or model: managed by those with the right, opened without a session. */

import { defaultZone } from '#events/case/calendar.ts';
import type { CaseState } from '#events/case/case.ts';
import { Refusal } from '#events/errors.ts';
import type { ShareAudience } from '#events/share/events.ts';
import type { ShareItem, ShareList } from '#events/share/facts.ts';
import { audiencesFor, mayRevokeShare, maySeeShareAddress } from '#events/share/rights.ts';
import { newShareInputSchema, type Share } from '#events/share/share.ts';
import { withoutPatientName } from '#events/share/shared-bundle.ts';
import { contextInCase, type PresentCtx } from '#projections/present.ts';
import { defineBody } from '../http/body.ts';
import { compressText } from '../http/compression.ts';
import { type ApiContext, clientAddress } from '../http/context.ts';
import { isActOfPerson } from '../http/guard.ts';
import { streamResponseBody } from '../http/stream-body.ts';
import type { FoundShare } from '../share/shares.ts';
import type { SharingParts } from '../share/sharing.ts';
import { commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { publicGet, signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import { publicRoute, type Route } from './route.ts';
import { parseCaseId } from './visible-case.ts';

const tag = 'shares';

/** First page of a share link, by audience. */
const pageOf: Record<ShareAudience, string> = {
  patient: '/threeDPatientView',
  colleague: '/threeDNew_new',
  model: '/showStlView',
  wear: '/wearView',
};

type Shown = { share: Share; state: CaseState; ctx: PresentCtx };

/** A link as the case's people see it. Its address is only for those who may open it. */
async function presented({ shares }: SharingParts, { share, state, ctx }: Shown): Promise<ShareItem> {
  const { id, audience, what, scope, lang, at, by, expiresAt, revoked } = share;
  const standing = shares.standing(share, state);
  const own = maySeeShareAddress(ctx.viewer, state, by);
  const { person } = contextInCase(state, ctx);
  return {
    id,
    for: audience,
    what,
    scope,
    lang,
    at,
    expiresAt,
    standing,
    by: person(by, at),
    revoked: revoked && { at: revoked.at, by: person(revoked.by, revoked.at) },
    opened: await shares.openingsOf(id),
    path: own && standing === 'open' ? `${pageOf[audience]}/${shares.keyOf(id)}` : null,
    mayRevoke: mayRevokeShare(ctx.viewer, state, by) && standing === 'open',
  };
}

export function shareRoutes(
  deps: ApiDeps,
  parts: SharingParts,
  { once }: { once: RunIdempotently },
): Route[] {
  const { shares, payloads } = parts;
  return [
    signedGet({
      path: '/api/cases/:id/shares',
      rule: 'session',
      tag,
      summary:
        'Links to the case’s plans and models, the newest first, and for whom this person may make more.',
      answer: async ({ ctx, viewer, param }) => {
        const { state, shares: all } = await shares.list(viewer, parseCaseId(param('id')));
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
      body: defineBody(newShareInputSchema, { for: 'patient', version: 1, days: 7 }),
      to: ({ param }) => parseCaseId(param('id')),
      decide: ({ c, key, viewer, target: caseId, input }) =>
        shares.make(viewer, { ...key, caseId, input, lang: c.get('lang') }),
      answer: async ({ state: share }, { ctx, target: caseId }) => {
        const state = await deps.streams.load(caseId);
        payloads.warm(share, state).catch((err: unknown) => deps.log.warn({ err }, 'drawing a plan failed'));
        return presented(parts, { share, state, ctx });
      },
    }),
    commandRoute(deps, once, {
      method: 'delete',
      path: '/api/cases/:id/shares/:shareId',
      rule: 'session',
      tag,
      summary: 'Takes a link back: it is closed at once, in open pages within five seconds.',
      to: ({ param }) => ({ caseId: parseCaseId(param('id')), shareId: param('shareId') }),
      decide: ({ key, viewer, target }) => shares.revoke(viewer, { ...key, ...target }),
      answer: async ({ state: share }, { ctx, target: { caseId } }) =>
        presented(parts, { share, state: await deps.streams.load(caseId), ctx }),
    }),
  ];
}

/** Sets headers so that caches do not store the address, and search engines and other sites do not learn it. */
function quiet(c: ApiContext): void {
  c.header('Cache-Control', 'private, no-store');
  c.header('Referrer-Policy', 'no-referrer');
  c.header('X-Robots-Tag', 'noindex, nofollow, noarchive');
}

/**
 * Returns the phone number for the patient: that of the delivery address if it is the named clinic's, else
 * the doctor's. Only wear links show one.
 */
function phoneOf(deps: ApiDeps, { share, state }: FoundShare, clinic: string): string | null {
  if (share.what.kind !== 'wear') return null;
  const { deliveryAddress: to } = state.sections.data;
  if (to?.phone && to.clinic?.trim() === clinic) return to.phone;
  return deps.models.directory().people.get(state.ownerId)?.phone ?? null;
}

/** Returns the clinic's name: the name in the case, otherwise the case's organisation. */
function clinicOf(deps: ApiDeps, shared: FoundShare) {
  const { state } = shared;
  const found = deps.models.directory().organisations.get(state.orgId);
  const { name, clinic = '' } = state.sections.patient;
  // Hides a free text that contains the patient's name.
  const named = withoutPatientName(clinic, name) === clinic ? clinic.trim() : '';
  const where = { clinic: named || (found?.name ?? ''), zone: found?.zone ?? defaultZone };
  return { ...where, phone: phoneOf(deps, shared, where.clinic) };
}

/**
 * Returns the open link of a key.
 * @throws Refusal notFound for an unknown key, shareOver (with the clinic's name only if it expired), tooMany
 */
export async function findOpenShare(
  deps: ApiDeps,
  { shares, limits }: SharingParts,
  c: ApiContext,
  key: string,
) {
  quiet(c);
  const found = await shares.find(key);
  if (!found) {
    await limits.wrong(clientAddress(c, deps));
    throw new Refusal('notFound');
  }
  const { standing, share } = found;
  if (standing !== 'open')
    throw new Refusal('shareOver', {
      why: standing,
      // Only an expired link names the clinic; a revoked or deleted one does not.
      clinic: standing === 'expired' ? clinicOf(deps, found).clinic : '',
      lang: share.lang,
    });
  // Counted last, so that excessive requests still learn that a link is over.
  await limits.asked(found.share.id);
  return found;
}

export function publicShareRoutes(deps: ApiDeps, parts: SharingParts): Route[] {
  const { shares, payloads, blobs } = parts;
  return [
    publicGet({
      path: '/api/shares/:key',
      tag,
      summary: 'What a link shows: facts of one version, nothing of a person. Counts as an opening.',
      answer: async ({ c, param }) => {
        const found = await findOpenShare(deps, parts, c, param('key'));
        const facts = await payloads.facts(found.share, found.state, clinicOf(deps, found));
        // Counts an opening, unless the read is marked as background (`X-Background`).
        if (c.req.method === 'GET' && isActOfPerson(c)) shares.note(found.share);
        return facts;
      },
    }),
    publicGet({
      path: '/api/shares/:key/open',
      tag,
      summary: 'Whether a link still opens; an open page asks every two and a half seconds.',
      answer: async ({ c, param }) => {
        const { share } = await findOpenShare(deps, parts, c, param('key'));
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
        const { share, state } = await findOpenShare(deps, parts, c, param('key'));
        const part = await payloads.part(share, state, param('part'));
        if (!part) throw new Refusal('notFound');
        c.header('Content-Type', part.mime);
        c.header('Content-Security-Policy', "default-src 'none'; sandbox");
        c.header('Cross-Origin-Resource-Policy', 'same-origin');
        if ('text' in part) {
          const { body, coding } = await compressText(part.text, c.req.header('accept-encoding') ?? '');
          c.header('Vary', 'Accept-Encoding');
          if (coding) c.header('Content-Encoding', coding);
          return c.body(body, 200);
        }
        const size = await blobs?.size(part.blob);
        if (size === undefined) throw new Refusal('downloadFailed');
        c.header('Content-Length', String(size));
        // HEAD: an unread stream would leave its file open.
        if (c.req.method === 'HEAD') return c.body(null, 200);
        return c.body(streamResponseBody(c, blobs.read(part.blob), deps), 200);
      },
    }),
  ];
}
