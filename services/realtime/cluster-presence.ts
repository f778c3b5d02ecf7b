/**
 * Presence across nodes: sends this node's changes in batches, and shows the other nodes' changes to this
 * node's pages.
 */

import { maySeeReviews, mayShareView } from '#events/plan/live-review.ts';
import type { ChatReadMarks } from '#events/wire.ts';
import type { Clock, RepeatingTimers } from '../clock/clock.ts';
import {
  type CaseOpening,
  createRemotePresence,
  type PresenceChanges,
  type PresenceReport,
  type RemotePresence,
  type ReviewPosition,
} from './remote-presence.ts';
import { caseRoom, chatRoom, personRoom, type SocketServer, socketsIn } from './sockets.ts';

/** Sends presence reports between nodes, at best effort. The next full report repairs a lost one. */
export type NodeBus = {
  tell(word: PresenceReport): void;
  onReport(listener: (from: string, word: PresenceReport) => void): void;
  close(): Promise<void>;
};

type Mark = ChatReadMarks['marks'][number];

export type ClusterPresence = RemotePresence & {
  caseChanged(caseId: string): void;
  chatChanged(conversation: string): void;
  personChanged(personId: string): void;
  typed(conversation: string, personId: string): void;
  marked(conversation: string, mark: Mark): void;
};

/** Handlers that show other nodes' changes to the pages of this node. */
export type RemotePresenceHandlers = {
  presence(caseId: string): void;
  /** `before`: review positions on the reporting node before the report, so that pages learn who has left. */
  review(caseId: string, before: readonly ReviewPosition[]): void;
  conversation(conversation: string): void;
  person(personId: string): void;
  typing(conversation: string, personId: string): void;
  mark(conversation: string, mark: Mark): void;
};

/** Interval between two reports of presence changes, in ms. */
const tellMs = 100;
/** Interval between two full presence reports, which repair lost ones and inform nodes that joined later. */
const wholeMs = 10_000;

const nothing = (whole: boolean): PresenceReport => ({
  whole,
  online: [],
  watching: [],
  standing: [],
  open: [],
  typed: [],
  marks: [],
});

/** Presence on this node, read from its socket rooms. */
export function presenceOnThisNode(io: SocketServer) {
  const rooms = () => io.sockets.adapter.rooms;
  const named = (prefix: string) =>
    [...rooms().keys()].flatMap(room => (room.startsWith(prefix) ? room.slice(prefix.length) : []));
  return {
    online: (personId: string) => rooms().has(personRoom(personId)),
    watching: (caseId: string): CaseOpening[] =>
      socketsIn(io, caseRoom(caseId)).map(({ data }) => ({
        id: data.viewer.id,
        since: data.watching?.since ?? '',
      })),
    standing: (caseId: string): ReviewPosition[] =>
      socketsIn(io, caseRoom(caseId)).flatMap(({ data: { viewer, here } }) =>
        here && maySeeReviews(viewer) && mayShareView(viewer) ? [{ id: viewer.id, here }] : [],
      ),
    open: (conversation: string): string[] => [
      ...new Set(socketsIn(io, chatRoom(conversation)).map(({ data }) => data.viewer.id)),
    ],
    people: () => named(personRoom('')),
    cases: () => named(caseRoom('')),
    conversations: () => named(chatRoom('')),
  };
}

/** Cluster presence of a single node. It has no remote people and sends nothing. */
export const singleNodePresence: ClusterPresence = {
  online: () => false,
  watching: () => [],
  standing: () => [],
  open: () => [],
  caseChanged: () => undefined,
  chatChanged: () => undefined,
  personChanged: () => undefined,
  typed: () => undefined,
  marked: () => undefined,
};

export type ClusterPresenceDeps = { mesh: NodeBus; clock: Clock; timers: RepeatingTimers };

/** Joins the presence of the other nodes. `begin` passes the handlers when the server has built them. */
export function joinClusterPresence(io: SocketServer, { mesh, clock, timers }: ClusterPresenceDeps) {
  const elsewhere = createRemotePresence(clock.now);
  const here = presenceOnThisNode(io);
  const turned = { people: new Set<string>(), cases: new Set<string>(), conversations: new Set<string>() };
  let said: Pick<PresenceReport, 'typed' | 'marks'> = { typed: [], marks: [] };
  let show: RemotePresenceHandlers | undefined;

  const wordOf = (people: Iterable<string>, cases: Iterable<string>, conversations: Iterable<string>) => ({
    online: [...people].map((id): [string, boolean] => [id, here.online(id)]),
    watching: [...cases].map((id): [string, CaseOpening[]] => [id, here.watching(id)]),
    standing: [...cases].map((id): [string, ReviewPosition[]] => [id, here.standing(id)]),
    open: [...conversations].map((id): [string, string[]] => [id, here.open(id)]),
  });
  const tellWhole = () =>
    mesh.tell({ ...nothing(true), ...wordOf(here.people(), here.cases(), here.conversations()) });
  const tell = () => {
    const { people, cases, conversations } = turned;
    const news = people.size + cases.size + conversations.size + said.typed.length + said.marks.length;
    if (news === 0) return;
    mesh.tell({ whole: false, ...wordOf(people, cases, conversations), ...said });
    said = { typed: [], marks: [] };
    for (const set of Object.values(turned)) set.clear();
  };
  const shown = (
    { people, cases, reviews, conversations }: PresenceChanges,
    before: Map<string, ReviewPosition[]>,
  ) => {
    for (const id of cases) show?.presence(id);
    for (const id of reviews) show?.review(id, before.get(id) ?? []);
    for (const id of conversations) show?.conversation(id);
    for (const id of people) show?.person(id);
  };
  /** Takes the review positions on other nodes before a report replaces them. */
  const standingNow = () => new Map(here.cases().map(id => [id, elsewhere.standing(id)]));
  mesh.onReport((from, word) => {
    const before = standingNow();
    shown(elsewhere.take(from, word), before);
    for (const [conversation, personId] of word.typed) show?.typing(conversation, personId);
    for (const [conversation, mark] of word.marks) show?.mark(conversation, mark);
  });
  const stops = [
    timers.every(tellMs, tell),
    timers.every(wholeMs, () => {
      tellWhole();
      const before = standingNow();
      for (const gone of elsewhere.sweep()) shown(gone, before);
    }),
  ];
  const among: ClusterPresence = {
    ...elsewhere,
    caseChanged: caseId => void turned.cases.add(caseId),
    chatChanged: conversation => void turned.conversations.add(conversation),
    personChanged: personId => void turned.people.add(personId),
    typed: (conversation, personId) => void said.typed.push([conversation, personId]),
    marked: (conversation, mark) => void said.marks.push([conversation, mark]),
  };
  return {
    among,
    begin: (shows: RemotePresenceHandlers) => {
      show = shows;
      tellWhole();
    },
    /** Sends an empty full report, so that the other nodes drop this node's people at once. */
    end: () => {
      for (const stop of stops) stop();
      mesh.tell(nothing(true));
    },
  };
}
