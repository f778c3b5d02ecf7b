/** A patient's reports through the link to the patient's own page: without a session, and for the link's case only. */
import * as z from 'zod/mini';
import type { NamedAction } from '#events/case/decider.ts';
import { daySchema } from '#events/case/fields.ts';
import { patientViewer } from '#events/case/permissions.ts';
import { Refusal } from '#events/errors.ts';
import { archSchema } from '#events/tray/events.ts';
import { missedReasons } from '#events/wear/events.ts';
import { commandIdOf, eventIdOf } from '../command/command-ids.ts';
import { defineBody } from '../http/body.ts';
import type { ApiContext } from '../http/context.ts';
import { answerOk } from '../http/envelope.ts';
import type { SharingParts } from '../share/sharing.ts';
import { sharedWearFactsOf } from '../share/wear-facts.ts';
import type { ApiDeps } from './deps.ts';
import { publicGet } from './get-route.ts';
import { publicRoute, type Route } from './route.ts';
import { findOpenShare } from './share-routes.ts';

const tag = 'shares';

/** Created by the phone, so that a repetition has the same id, however long the phone was offline. */
const id = z.uuid();
const stage = z.int().check(z.minimum(1), z.maximum(999));
const changed = z.strictObject({ id, stage, on: daySchema });
const missed = z.strictObject({ id, arch: archSchema, stage, reason: z.enum(missedReasons), on: daySchema });

const takenBack = z.strictObject({ id, missed: stage });

/** Event types of a patient's actions. */
const events = {
  changeAligner: 'AlignerChanged',
  missAligner: 'AlignerMissed',
  takeBackMissed: 'MissedTakenBack',
} as const satisfies Partial<Record<NamedAction, string>>;
type Saying = keyof typeof events;

const exampleId = (n: 1 | 2 | 3) => `5d0f4f0e-9a3b-4a53-8f4e-0c2f4f6f7a1${n}`;

/** @throws Refusal notFound if the link is for something else */
async function wearOf(deps: ApiDeps, parts: SharingParts, c: ApiContext, key: string) {
  const found = await findOpenShare(deps, parts, c, key);
  const told = sharedWearFactsOf(found.share, found.state);
  if (!told) throw new Refusal('notFound');
  return { ...found, told };
}

type Command = { caseId: string; commandId: string; action: Saying; input: Record<string, unknown> };

/**
 * Refuses a known id with other data, so that the new report is not answered as stored. @throws Refusal
 * keyReused
 */
async function sameAsThen(
  { streams }: ApiDeps,
  { caseId, commandId, action, input }: Command,
): Promise<void> {
  const then = await streams.find(caseId, eventIdOf(commandId, 0));
  // Cast: the event that the decider made from an input has the same fields, so they can be compared by name.
  const data = then?.data as Record<string, unknown> | undefined;
  const isSame = then?.type === events[action] && Object.entries(input).every(([k, v]) => data?.[k] === v);
  if (!isSame) throw new Refusal('keyReused');
}

export function patientLinkRoutes(deps: ApiDeps, parts: SharingParts): Route[] {
  type Said = { id: string } & Record<string, unknown>;
  /** @throws Refusal */
  const say = async (c: ApiContext, key: string, action: Saying, read: () => Promise<Said>) => {
    const { share } = await wearOf(deps, parts, c, key);
    await parts.limits.said(share.id);
    const { id: said, ...input } = await read();
    const viewer = patientViewer(share.id);
    const command = { caseId: share.caseId, commandId: commandIdOf(viewer.id, said), action, input };
    const { position, repeated } = await deps.perform.perform(viewer, command);
    if (repeated) await sameAsThen(deps, command);
    return answerOk(c, deps, sharedWearFactsOf(share, await deps.streams.load(share.caseId)), { position });
  };
  return [
    publicGet({
      path: '/api/shares/:key/wear',
      tag,
      summary:
        'What the patient’s page works out the day’s aligner from; an open page asks, and no opening is counted.',
      answer: async ({ c, param }) => (await wearOf(deps, parts, c, param('key'))).told,
    }),
    publicRoute({
      method: 'post',
      path: '/api/shares/:key/wear/changes',
      rule: 'public',
      tag,
      summary:
        'The patient says that the next aligner is in: the action changeAligner. Sent again with its id, it is the same.',
      body: defineBody(changed, { id: exampleId(1), stage: 2, on: '2025-03-14' }),
      handle: ({ c, param, body }) => say(c, param('key'), 'changeAligner', body),
    }),
    publicRoute({
      method: 'post',
      path: '/api/shares/:key/wear/missed',
      rule: 'public',
      tag,
      summary:
        'The patient says that an aligner is lost or broken: the action missAligner. Sent again with its id, it is the same.',
      body: defineBody(missed, {
        id: exampleId(2),
        arch: 'upper',
        stage: 1,
        reason: 'lost',
        on: '2025-03-14',
      }),
      handle: ({ c, param, body }) => say(c, param('key'), 'missAligner', body),
    }),
    publicRoute({
      method: 'post',
      path: '/api/shares/:key/wear/taken-back',
      rule: 'public',
      tag,
      summary:
        'The patient takes a report back within ten minutes: the action takeBackMissed. Sent again with its id, it is the same.',
      body: defineBody(takenBack, { id: exampleId(3), missed: 1 }),
      handle: ({ c, param, body }) => say(c, param('key'), 'takeBackMissed', body),
    }),
  ];
}
