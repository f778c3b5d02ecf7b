/** This node among others: what turned here is told together, and what others say is shown to the pages of this node. */

import { mayShareView, mayWatchReviews } from '#events/plan/live-review.ts';
import type { ChatMarks } from '#events/wire.ts';
import type { Clock, Timers } from '../clock/clock.ts';
import {
  createElsewhere,
  type Elsewhere,
  type Standing,
  type Turned,
  type Watching,
  type Word,
} from './nodes.ts';
import { caseRoom, chatRoom, type Io, personRoom, socketsIn } from './sockets.ts';

/** Reaches the other nodes, as far as they can be reached; a word that is lost is made good by a whole one. */
export type Mesh = {
  tell(word: Word): void;
  onWord(listener: (from: string, word: Word) => void): void;
  close(): Promise<void>;
};

type Mark = ChatMarks['marks'][number];

export type Among = Elsewhere & {
  caseTurned(caseId: string): void;
  chatTurned(conversation: string): void;
  personTurned(personId: string): void;
  typed(conversation: string, personId: string): void;
  marked(conversation: string, mark: Mark): void;
};

/** What is shown to the pages of this node when others say something. */
export type Shown = {
  presence(caseId: string): void;
  /** Who stood there before, by the same node's word: gone ones are shown as gone. */
  review(caseId: string, before: readonly Standing[]): void;
  conversation(conversation: string): void;
  person(personId: string): void;
  typing(conversation: string, personId: string): void;
  mark(conversation: string, mark: Mark): void;
};

/** What turned is told this often. */
const tellMs = 100;
/** All that there is, for who has come since or missed a word. */
const wholeMs = 10_000;

const nothing = (whole: boolean): Word => ({
  whole,
  online: [],
  watching: [],
  standing: [],
  open: [],
  typed: [],
  marks: [],
});

/** Who is on this node. */
export function createHere(io: Io) {
  const rooms = () => io.sockets.adapter.rooms;
  const named = (prefix: string) =>
    [...rooms().keys()].flatMap(room => (room.startsWith(prefix) ? room.slice(prefix.length) : []));
  return {
    online: (personId: string) => rooms().has(personRoom(personId)),
    watching: (caseId: string): Watching[] =>
      socketsIn(io, caseRoom(caseId)).map(({ data }) => ({
        id: data.viewer.id,
        since: data.watching?.since ?? '',
      })),
    standing: (caseId: string): Standing[] =>
      socketsIn(io, caseRoom(caseId)).flatMap(({ data: { viewer, here } }) =>
        here && mayWatchReviews(viewer) && mayShareView(viewer) ? [{ id: viewer.id, here }] : [],
      ),
    open: (conversation: string): string[] => [
      ...new Set(socketsIn(io, chatRoom(conversation)).map(({ data }) => data.viewer.id)),
    ],
    people: () => named(personRoom('')),
    cases: () => named(caseRoom('')),
    conversations: () => named(chatRoom('')),
  };
}

/** A node that is alone: nobody is elsewhere, and nobody is told. */
export const alone: Among = {
  online: () => false,
  watching: () => [],
  standing: () => [],
  open: () => [],
  caseTurned: () => undefined,
  chatTurned: () => undefined,
  personTurned: () => undefined,
  typed: () => undefined,
  marked: () => undefined,
};

export type AmongDeps = { mesh: Mesh; clock: Clock; timers: Timers };

/** Among other nodes. `show` comes once what shows it is there. */
export function createAmong(io: Io, { mesh, clock, timers }: AmongDeps) {
  const elsewhere = createElsewhere(clock.now);
  const here = createHere(io);
  const turned = { people: new Set<string>(), cases: new Set<string>(), conversations: new Set<string>() };
  let said: Pick<Word, 'typed' | 'marks'> = { typed: [], marks: [] };
  let show: Shown | undefined;

  const wordOf = (people: Iterable<string>, cases: Iterable<string>, conversations: Iterable<string>) => ({
    online: [...people].map((id): [string, boolean] => [id, here.online(id)]),
    watching: [...cases].map((id): [string, Watching[]] => [id, here.watching(id)]),
    standing: [...cases].map((id): [string, Standing[]] => [id, here.standing(id)]),
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
  const shown = ({ people, cases, reviews, conversations }: Turned, before: Map<string, Standing[]>) => {
    for (const id of cases) show?.presence(id);
    for (const id of reviews) show?.review(id, before.get(id) ?? []);
    for (const id of conversations) show?.conversation(id);
    for (const id of people) show?.person(id);
  };
  /** Who stood where before something is laid over it. */
  const standingNow = () => new Map(here.cases().map(id => [id, elsewhere.standing(id)]));
  mesh.onWord((from, word) => {
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
  const among: Among = {
    ...elsewhere,
    caseTurned: caseId => void turned.cases.add(caseId),
    chatTurned: conversation => void turned.conversations.add(conversation),
    personTurned: personId => void turned.people.add(personId),
    typed: (conversation, personId) => void said.typed.push([conversation, personId]),
    marked: (conversation, mark) => void said.marks.push([conversation, mark]),
  };
  return {
    among,
    begin: (shows: Shown) => {
      show = shows;
      tellWhole();
    },
    /** The others learn at once that nobody is here any more. */
    end: () => {
      for (const stop of stops) stop();
      mesh.tell(nothing(true));
    },
  };
}
