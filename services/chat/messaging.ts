/** Sends messages: checks, stores, then acknowledges. A repeated message is recognised by its id. */

import { amendStreamOf, caseOfConversation, chatStreamOf } from '#events/chat/conversation.ts';
import type { AmendEvent, ChatEvent } from '#events/chat/events.ts';
import {
  chatLimits,
  editedMessageInputSchema,
  type NewMessage,
  newMessageInputSchema,
} from '#events/chat/message.ts';
import { isDeskPosition } from '#events/desk/rights.ts';
import type { Recorded } from '#events/envelope.ts';
import { isRefusal, Refusal } from '#events/errors.ts';
import { parse } from '#events/parse.ts';
import type { Viewer } from '#events/person/position.ts';
import { recordOf } from '#events/streams.ts';
import type { ConversationFacts } from '#projections/chat/participation.ts';
import type { ChatMessageRow } from '#projections/chat/rows.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import { type Clock, type Ids, isoNow } from '../clock/clock.ts';
import type { CaseStreams } from '../command/case-streams.ts';
import { commandIdOf, eventIdOf } from '../command/command-ids.ts';
import { createMutex } from '../concurrency/mutex.ts';
import { createRateLimit } from '../concurrency/rate-limit.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { Vault } from '../vault/port.ts';
import { checkReferences, markFilesKept, requireUnsentUploads } from './message-references.ts';

export type MessagingDeps = {
  store: EventStore;
  vault: Vault;
  clock: Clock;
  ids: Ids;
  models: ReadModels;
  streams: CaseStreams;
};

/** A stored message: its id, number and log position. */
type Said = { id: string; seq: number; position: bigint; repeated: boolean };

export type Messaging = {
  /** Returns the conversation. @throws Refusal notFound if the person is not in it */
  mine(viewer: Viewer, conversation: string): ConversationFacts;
  /** @throws Refusal notFound, badInput, tooMany, keyReused if the same id had another text */
  send(viewer: Viewer, conversation: string, input: unknown): Promise<Said>;
  /**
   * For the sender's own messages. @throws Refusal notFound, notPermitted, badInput, actionClosed if it was
   * deleted
   */
  edit(viewer: Viewer, conversation: string, message: string, input: unknown): Promise<bigint>;
  /** For the sender's own messages; a supervisor may remove any. @throws Refusal notFound, notPermitted */
  remove(viewer: Viewer, conversation: string, message: string): Promise<bigint>;
};

/** The content of a message, to compare it with a repetition. */
const meaning = ({ text = '', files = [], refs = [], replyTo = null, mentions = [] }: NewMessage) =>
  JSON.stringify([text, files, refs, replyTo, mentions]);

const meaningOf = (e: ChatEvent) =>
  JSON.stringify([
    e.personal.text,
    e.data.files.map(f => f.id),
    e.data.refs,
    e.data.replyTo,
    e.data.mentions,
  ]);

/** Subject whose key encrypts the messages: the case's patient, or the doctor of the conversation. */
async function subjectOf(
  { models, streams }: MessagingDeps,
  facts: ConversationFacts,
  conversation: string,
): Promise<string> {
  const caseId = caseOfConversation(conversation);
  if (caseId === null) return facts.ownerId;
  const state = models.state(caseId);
  if (!state) throw new Refusal('notFound');
  // The key may still exist. Do not encrypt anything new with it.
  if (state.erased) throw new Refusal('actionClosed');
  return streams.subjectOf(state);
}

export function createMessaging(deps: MessagingDeps): Messaging {
  const { store, clock, ids, models } = deps;
  const pace = createRateLimit(clock, chatLimits);
  const turns = createMutex();

  const mine: Messaging['mine'] = (viewer, conversation) => {
    const facts = models.talkFacts(viewer, conversation);
    if (!facts) throw new Refusal('notFound');
    return facts;
  };
  const rowOf = (conversation: string, message: string): ChatMessageRow => {
    const row = models.saidRow(conversation, message);
    if (!row) throw new Refusal('notFound');
    return row;
  };
  const amend = async (viewer: Viewer, conversation: string, event: AmendEvent, facts: ConversationFacts) => {
    const stamp = { id: ids.uuid(), at: isoNow(clock), by: viewer.id };
    const sealed = event.personal ? { subject: await subjectOf(deps, facts, conversation) } : {};
    const { position } = await store.append(amendStreamOf(conversation), 'any', [
      { ...event, ...stamp, ...sealed },
    ]);
    return position;
  };
  return {
    mine,
    send: async (viewer, conversation, input) => {
      const facts = mine(viewer, conversation);
      const message = parse(newMessageInputSchema, input);
      pace(viewer.id);
      const id = eventIdOf(commandIdOf(viewer.id, `${conversation}\n${message.client}`), 0);
      const sent = () => stored(deps, viewer, facts, { conversation, id, message });
      // Serialised per person: of two parallel messages with the same file, the second finds it kept.
      return message.files?.length ? turns.hold(viewer.id, sent) : sent();
    },
    edit: async (viewer, conversation, message, input) => {
      const facts = mine(viewer, conversation);
      const row = rowOf(conversation, message);
      if (row.by !== viewer.id) throw new Refusal('notPermitted');
      if (row.deleted) throw new Refusal('actionClosed');
      const { text } = parse(editedMessageInputSchema, input);
      if (text === row.text) return models.position();
      pace(viewer.id);
      return amend(
        viewer,
        conversation,
        { type: 'MessageEdited', data: { message }, personal: { text } },
        facts,
      );
    },
    remove: async (viewer, conversation, message) => {
      const facts = mine(viewer, conversation);
      const row = rowOf(conversation, message);
      const moderates = viewer.position === 'SuperMechanic' && isDeskPosition(viewer.position);
      if (row.by !== viewer.id && !moderates) throw new Refusal('notPermitted');
      if (row.deleted) return models.position();
      return amend(viewer, conversation, { type: 'MessageDeleted', data: { message } }, facts);
    },
  };
}

/** A message to send, with its id in the log. */
type Outgoing = { conversation: string; id: string; message: NewMessage };

/** Stores a checked message, or finds it as already stored. @throws Refusal */
async function stored(
  deps: MessagingDeps,
  viewer: Viewer,
  facts: ConversationFacts,
  outgoing: Outgoing,
): Promise<Said> {
  const { store, models, clock } = deps;
  const { conversation, id, message } = outgoing;
  // The rows know every message, but EventStoreDB finds only the newest ids of a stream.
  if (models.saidRow(conversation, id)) return saidBefore(deps, outgoing, new Refusal('notFound'));
  const files = await named(deps, viewer, facts, outgoing).catch((error: unknown) => {
    if (isRefusal(error)) return error;
    throw error;
  });
  if (isRefusal(files)) return saidBefore(deps, outgoing, files);
  const { client, text = '', refs = [], replyTo = null, mentions = [] } = message;
  const content: ChatEvent = {
    type: 'MessageSent',
    data: {
      client,
      refs,
      replyTo,
      mentions,
      files: files.map(f => ({ id: f.id, size: f.size, mime: f.finished.mime })),
    },
    personal: { text, names: files.map(f => f.name) },
  };
  const stamp = { id, at: isoNow(clock), by: viewer.id, cause: client };
  const subject = await subjectOf(deps, facts, conversation);
  const event = { ...content, ...stamp, subject };
  const { position, revision, repeated } = await store.append(chatStreamOf(conversation), 'any', [event]);
  if (repeated) sameAgain(await store.find(chatStreamOf(conversation), id), message);
  await markFilesKept(deps, message.files ?? []);
  return { id, seq: Number(revision) + 1, position, repeated };
}

/** Returns the uploads of a message, after checking everything that the message names. @throws Refusal badInput */
async function named(
  deps: MessagingDeps,
  viewer: Viewer,
  facts: ConversationFacts,
  { conversation, message }: Outgoing,
) {
  checkReferences(deps, viewer, facts, conversation, message);
  return requireUnsentUploads(deps, viewer, message);
}

/**
 * Answers a repeated message like the first time, even if something that it names has been deleted since.
 * @throws Refusal
 */
async function saidBefore(
  deps: MessagingDeps,
  { conversation, id, message }: Outgoing,
  otherwise: Refusal,
): Promise<Said> {
  const before = await deps.store.find(chatStreamOf(conversation), id);
  if (!before) throw otherwise;
  sameAgain(before, message);
  // The first attempt may have crashed before it marked the files as kept. An erased message names no files.
  if (!before.erased) await markFilesKept(deps, message.files ?? []);
  return { id, seq: before.revision + 1, position: before.position, repeated: true };
}

/** @throws Refusal keyReused */
function sameAgain(before: Recorded | undefined, message: NewMessage): void {
  if (before && !before.erased && meaningOf(recordOf('chat', before)) !== meaning(message))
    throw new Refusal('keyReused');
}
