/** Share links of cases: creates, revokes and lists them, and finds a link by its key. */

import type { CaseState } from '#events/case/case.ts';
import { initialCaseState } from '#events/case/case.ts';
import { pageAccess } from '#events/case/pages.ts';
import { seesCase } from '#events/case/permissions.ts';
import { Refusal } from '#events/errors.ts';
import { viewerOf } from '#events/person/person-viewer.ts';
import type { Viewer } from '#events/person/position.ts';
import type { ShareLanguage } from '#events/share/events.ts';
import { maySeeShares } from '#events/share/rights.ts';
import {
  evolveShare,
  makeShare,
  revokeShare,
  type Share,
  type ShareStatus,
  shareStatusOf,
} from '#events/share/share.ts';
import { shareStreamOf } from '#events/share/stream.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import { type Clock, isoNow, type RepeatingTimers } from '../clock/clock.ts';
import type { CaseStreams } from '../command/case-streams.ts';
import { type CommandKey, type CommandResult, createCommandHandler } from '../command/handler.ts';
import { createMutex } from '../concurrency/mutex.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { Vault } from '../vault/port.ts';
import type { Signing } from '../vault/signing.ts';
import { createOpeningCounter } from './openings.ts';
import { createShareKeys } from './share-keys.ts';

export type ShareDeps = {
  store: EventStore;
  vault: Vault;
  clock: Clock;
  timers: RepeatingTimers;
  models: ReadModels;
  streams: CaseStreams;
  signing: Signing;
};

type OnCase = CommandKey & { caseId: string };

/** A share link, open or not. */
export type FoundShare = { share: Share; state: CaseState; standing: ShareStatus };

/** Maximum wait for the rows that a decision counts, in ms. */
const WAIT_MS = 2_000;
const notThere = () => new Refusal('caseUnknown');

/** @throws Refusal caseUnknown, permissionError if there is no plan or the section is closed to the viewer */
function mayLook(viewer: Viewer, state: CaseState): void {
  if (state.revision < 0 || !seesCase(viewer, state)) throw notThere();
  const facts = { ...state, submitted: state.submittedAt !== null, planned: state.plans.length > 0 };
  if (pageAccess('planLinks', viewer.position, facts) === 'position' || !maySeeShares(viewer, state))
    throw new Refusal('permissionError');
}

export function createShares(deps: ShareDeps) {
  const { store, clock, models, streams } = deps;
  const keys = createShareKeys(deps.signing.of('share links'));
  const openings = createOpeningCounter(deps);
  const turns = createMutex();

  const links = createCommandHandler<'share', Share | undefined>(deps, {
    kind: 'share',
    streamOf: shareStreamOf,
    empty: undefined,
    evolve: evolveShare,
  });
  const standing = (share: Share, state: CaseState | undefined): ShareStatus => {
    const maker = models.directory().people.get(share.by);
    const now = clock.now();
    return shareStatusOf(share, state, maker && !maker.frozen ? viewerOf(maker, now) : undefined, now);
  };
  const seen = async (viewer: Viewer, caseId: string): Promise<CaseState> => {
    const state = await streams.load(caseId);
    mayLook(viewer, state);
    return state;
  };
  /** The case's links as of the log's end. @throws Refusal busy */
  const current = async (caseId: string): Promise<readonly Share[]> => {
    if (!(await models.reached(await store.head(), WAIT_MS))) throw new Refusal('busy');
    return models.sharesOf(caseId);
  };
  const linked = ({ state: share, ...result }: CommandResult<Share | undefined>): CommandResult<Share> => {
    if (!share) throw new Refusal('notFound');
    return { ...result, state: share };
  };

  return {
    keyOf: keys.keyOf,
    openingsOf: openings.of,
    standing,
    note: (share: Share) => openings.note(share.id, isoNow(clock)),
    flush: openings.flush,
    /** @throws Refusal caseUnknown, permissionError */
    async list(viewer: Viewer, caseId: string): Promise<{ state: CaseState; shares: readonly Share[] }> {
      const state = await seen(viewer, caseId);
      return { state, shares: models.sharesOf(caseId) };
    },
    /** `input` may be the refusal of an unreadable body. @throws Refusal */
    make: (viewer: Viewer, command: OnCase & { input: unknown; lang: ShareLanguage }) =>
      // Serialised per case, because the decision depends on the number of links.
      turns.hold(command.caseId, async () => {
        const { caseId, input, lang, ...key } = command;
        const shareId = key.commandId;
        const made = await links.handle(shareId, { ...key, by: viewer.id }, async () => {
          const state = await seen(viewer, caseId);
          const shares = await current(caseId);
          const open = shares.filter(share => standing(share, state) === 'open').length;
          return makeShare(state, input, { viewer, shareId, now: clock.now(), lang, open });
        });
        return linked(made);
      }),
    /** @throws Refusal caseUnknown, notFound for a missing link or another case's, notPermitted */
    async revoke(viewer: Viewer, { caseId, shareId, ...key }: OnCase & { shareId: string }) {
      const state = await seen(viewer, caseId);
      const revoked = await links.handle(shareId, { ...key, by: viewer.id }, share => {
        if (share?.caseId !== caseId) throw new Refusal('notFound');
        return revokeShare(state, share, viewer);
      });
      return linked(revoked);
    },
    /**
     * Returns the link of a key; undefined for an unknown key. Reads the log itself, so that a revoked link is closed
     * at once on every node.
     */
    async find(key: string): Promise<FoundShare | undefined> {
      const shareId = keys.idOf(key);
      const share = shareId === undefined ? undefined : await links.load(shareId);
      if (!share) return undefined;
      const state = await streams.load(share.caseId);
      const there = state.revision < 0 ? undefined : state;
      return { share, state: there ?? initialCaseState, standing: standing(share, there) };
    },
  };
}
