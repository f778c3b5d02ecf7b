/** The demo's conversations as timed turns: messages, claims, closings and read marks. */
import {
  chatStreamOf,
  claimStreamOf,
  conversationId,
  seenStreamOf,
  serviceConversationId,
} from '#events/chat/conversation.ts';
import type { ChatEvent, ClaimEvent, SeenEvent } from '#events/chat/events.ts';
import { isoNow } from '../clock/clock.ts';
import { commandIdOf, eventIdOf } from '../command/command-ids.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { CasePlayer, DemoPlayContext } from './case-player.ts';
import { type ConversationSpec, demoConversations, type MessageLine } from './conversations.ts';
import { demoIdOf } from './demo-id.ts';
import { type DemoUser, demoViewerOf } from './people.ts';

const minute = 60_000;

/** A timed turn of a conversation. `play` runs once the clock is at `at`. */
export type ConversationTurn = { at: number; play: () => Promise<void> };

type World = { store: EventStore; stage: DemoPlayContext };
type Place = { conversation: string; caseId: string | null; subject: string; player: CasePlayer | undefined };

function placeOf({ of }: ConversationSpec, { stage }: World): Place | undefined {
  if ('doctor' in of) {
    const subject = demoViewerOf(of.doctor).id;
    return { conversation: serviceConversationId(subject), caseId: null, subject, player: undefined };
  }
  const player = [...stage.players.values()].find(p => p.spec.patient.name === of.patient && !p.spec.parent);
  if (!player) return undefined;
  const { caseId } = player.state;
  return {
    conversation: conversationId({ kind: of.kind ?? 'case', id: caseId }),
    caseId,
    subject: caseId,
    player,
  };
}

const speaker = ({ by }: Pick<MessageLine, 'by'>, { player }: Place) =>
  by === 'assignee' ? (player?.assignee ?? demoViewerOf('technician')) : demoViewerOf(by);

/** Client id of a message, derived from its place. */
const clientOf = ({ conversation }: Place, at: number) => demoIdOf(`${conversation}/${at}`);
const messageIdOf = (place: Place, spec: ConversationSpec, at: number): string => {
  const line = spec.lines[at];
  const who = line ? speaker(line, place).id : '';
  return eventIdOf(commandIdOf(who, `${place.conversation}\n${clientOf(place, at)}`), 0);
};

/** Adds a message's picture as a finished upload without a case. */
function sendAlong({ stage }: World, line: MessageLine, place: Place, client: string) {
  const { picture } = line;
  if (!picture || !place.player) return undefined;
  const { bytes, sha256, mime } = stage.contents.picture(picture.slot, place.player.spec.look);
  const { id: by, orgId } = speaker(line, place);
  const facts = { id: demoIdOf(`${client}/picture`), name: picture.name, size: bytes.length };
  const finished = { at: isoNow(stage.clock), sha256, mime };
  const record = {
    ...facts,
    by,
    orgId,
    caseId: null,
    kind: 'chat' as const,
    slot: null,
    due: false,
    kept: true,
  };
  stage.kept.push({
    record: { ...record, startedAt: finished.at, finished },
    content: { bytes, sha256, mime },
  });
  return { ...facts, mime };
}

async function say(world: World, spec: ConversationSpec, at: number): Promise<void> {
  const [place, line] = [placeOf(spec, world), spec.lines[at]];
  if (!place || !line) return;
  const client = clientOf(place, at);
  const file = sendAlong(world, line, place, client);
  const { text = '', refs = [], replyTo, mentions = [] } = line;
  const { caseId } = place;
  const said: ChatEvent = {
    type: 'MessageSent',
    data: {
      client,
      files: file ? [{ id: file.id, size: file.size, mime: file.mime }] : [],
      refs: caseId === null ? [] : refs.map(ref => ({ caseId, ...ref })),
      replyTo: replyTo === undefined ? null : messageIdOf(place, spec, replyTo),
      mentions: mentions.map(name => demoViewerOf(name).id),
    },
    personal: { text, names: file ? [file.name] : [] },
  };
  const stamp = { id: messageIdOf(place, spec, at), by: speaker(line, place).id, cause: client };
  await put(world, chatStreamOf(place.conversation), said, { ...stamp, subject: place.subject });
}

type Stamp = { id: string; by: string; cause?: string; subject?: string };

async function put(
  { store, stage }: World,
  stream: string,
  event: ChatEvent | ClaimEvent | SeenEvent,
  stamp: Stamp,
) {
  await store.append(stream, 'any', [{ ...event, ...stamp, at: isoNow(stage.clock) }]);
}

async function take(world: World, spec: ConversationSpec, event: ClaimEvent, by: DemoUser): Promise<void> {
  const place = placeOf(spec, world);
  if (!place) return;
  const id = demoIdOf(`${place.conversation}/${event.type}`);
  await put(world, claimStreamOf(place.conversation), event, { id, by: demoViewerOf(by).id });
}

async function read(world: World, spec: ConversationSpec): Promise<void> {
  const place = placeOf(spec, world);
  if (!place) return;
  for (const [name, upTo] of Object.entries(spec.read)) {
    const by = `p-${name}`;
    const data = { got: spec.lines.length, read: upTo };
    const id = demoIdOf(`${place.conversation}/read/${name}`);
    await put(world, seenStreamOf(place.conversation), { type: 'ConversationSeen', data }, { id, by });
  }
}

/** All turns of all conversations, unordered. @param now start time of the demo, ms */
export function listConversationTurns(world: World, now: number): ConversationTurn[] {
  const turn = (ago: number, play: () => Promise<void>): ConversationTurn => ({
    at: now - ago * minute,
    play,
  });
  return demoConversations.flatMap(spec => {
    const { claimed, closed, lines } = spec;
    return [
      ...lines.map((line, i) => turn(line.ago, () => say(world, spec, i))),
      ...(claimed
        ? [turn(claimed.ago, () => take(world, spec, { type: 'ConversationClaimed', data: {} }, claimed.by))]
        : []),
      ...(closed
        ? [
            turn(closed.ago, () =>
              take(world, spec, { type: 'ConversationClosed', data: { upTo: lines.length } }, closed.by),
            ),
          ]
        : []),
      turn((lines.at(-1)?.ago ?? 0) - 1, () => read(world, spec)),
    ];
  });
}
