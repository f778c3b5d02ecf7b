/**
 * Claims of conversations by the service desk. They are decided on a short stream per conversation, so that only one
 * of two parallel claims succeeds.
 */

import * as z from 'zod/mini';
import { idSchema } from '#events/case/fields.ts';
import {
  type Claim,
  claimConversation,
  closeConversation,
  escalateQuestion,
  evolveClaim,
  handOverConversation,
  noClaim,
  releaseConversation,
} from '#events/chat/claim.ts';
import { claimStreamOf } from '#events/chat/conversation.ts';
import type { ClaimEvent } from '#events/chat/events.ts';
import { conversationKinds } from '#events/chat/kinds.ts';
import { isDeskPosition } from '#events/desk/rights.ts';
import { badField, Refusal } from '#events/errors.ts';
import { parse } from '#events/parse.ts';
import type { Viewer } from '#events/person/position.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { Clock } from '../clock/clock.ts';
import { effectIdOf } from '../command/command-ids.ts';
import { type CommandKey, type CommandResult, createCommandHandler } from '../command/handler.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { Messaging } from './messaging.ts';

export type ConversationClaimsDeps = { store: EventStore; clock: Clock; models: ReadModels };

export const handOverBodySchema = z.strictObject({ to: idSchema });

type Command = CommandKey & { conversation: string };

export type ConversationClaims = {
  claim(viewer: Viewer, command: Command): Promise<CommandResult<Claim>>;
  /** `input` may be the refusal of an unreadable body. @throws Refusal */
  handOver(viewer: Viewer, command: Command & { input: unknown }): Promise<CommandResult<Claim>>;
  /** Returns the conversation to the queue. */
  release(viewer: Viewer, command: Command): Promise<CommandResult<Claim>>;
  close(viewer: Viewer, command: Command): Promise<CommandResult<Claim>>;
  /** Called by the answer clock, once for each overdue question. */
  escalate(conversation: string, since: string): Promise<CommandResult<Claim>>;
};

/** Namespace of the answer clock's command ids. */
const clockCommands = '7d1a6c43-8a35-5f1e-9a3c-0f6f5b0a7e52';

export function createConversationClaims(
  { store, clock, models }: ConversationClaimsDeps,
  talk: Pick<Messaging, 'mine'>,
): ConversationClaims {
  const claims = createCommandHandler(
    { store, clock },
    { kind: 'claim', streamOf: claimStreamOf, empty: noClaim, evolve: evolveClaim },
  );
  const change = (by: string, { conversation, ...key }: Command, decide: (claim: Claim) => ClaimEvent[]) =>
    claims.handle(conversation, { ...key, by }, decide);
  /**
   * Only existing conversations can be claimed, and only by the desk that answers them. @throws Refusal
   * notFound, notPermitted
   */
  const atDesk = (viewer: Viewer, conversation: string) => {
    const facts = talk.mine(viewer, conversation);
    const answers = conversationKinds[facts.kind].desk && isDeskPosition(viewer.position);
    if (!answers || viewer.orgId !== facts.servedBy) throw new Refusal('notPermitted');
    const row = models.conversationRowOf(conversation);
    if (!row) throw new Refusal('notFound');
    const waiting = row.waitingSince !== null;
    return { by: viewer.id, count: row.count, servedBy: row.servedBy, waiting };
  };
  type Asked = ReturnType<typeof atDesk>;
  /**
   * Checks rights within the decision, so that a repeated command gets its first answer even after a right has ended.
   */
  const act = async (
    viewer: Viewer,
    command: Command,
    decide: (claim: Claim, asked: Asked, isSupervisor: boolean) => ClaimEvent[],
  ) =>
    change(viewer.id, command, claim =>
      decide(claim, atDesk(viewer, command.conversation), viewer.position === 'SuperMechanic'),
    );
  return {
    claim: (viewer, command) => act(viewer, command, claimConversation),
    handOver: (viewer, { input, ...command }) =>
      act(viewer, command, (claim, asked, isSupervisor) => {
        const { to } = parse(handOverBodySchema, input);
        const person = models.directory().people.get(to);
        if (!person || person.frozen || !isDeskPosition(person.position) || person.orgId !== asked.servedBy)
          throw badField('to', 'person-unknown');
        return handOverConversation(claim, asked, to, isSupervisor);
      }),
    release: (viewer, command) => act(viewer, command, releaseConversation),
    close: (viewer, command) => act(viewer, command, closeConversation),
    escalate: (conversation, since) =>
      change(
        'system',
        { conversation, commandId: effectIdOf(clockCommands, `${conversation}\n${since}`) },
        claim => escalateQuestion(claim, since),
      ),
  };
}
