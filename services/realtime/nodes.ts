/**
 * What nodes tell each other that is nowhere kept: who is there, who has what open, who writes, how far people have read.
 * Rows never go this way: every node has them from the log. Where the others cannot be reached, people of this node see
 * each other, and nothing else is missed.
 */
import type { ReviewHere } from '#events/plan/live-review.ts';
import type { ChatMarks } from '#events/wire.ts';

export type Watching = { id: string; since: string };
export type Standing = { id: string; here: ReviewHere };
type Mark = ChatMarks['marks'][number];

/** How it stands on one node: of each person, case and conversation that is named. Nothing there is an empty list. */
export type Word = {
  /** All that there is: what is not named is gone. */
  whole: boolean;
  online: [personId: string, there: boolean][];
  watching: [caseId: string, people: Watching[]][];
  standing: [caseId: string, people: Standing[]][];
  open: [conversation: string, personIds: string[]][];
  typed: [conversation: string, personId: string][];
  marks: [conversation: string, mark: Mark][];
};

/** What of other nodes has changed by a word of theirs. */
export type Turned = {
  people: Set<string>;
  cases: Set<string>;
  reviews: Set<string>;
  conversations: Set<string>;
};

/** What the other nodes said. */
export type Elsewhere = {
  online(personId: string): boolean;
  watching(caseId: string): Watching[];
  standing(caseId: string): Standing[];
  open(conversation: string): string[];
};

type Node = {
  heard: number;
  online: Set<string>;
  watching: Map<string, Watching[]>;
  standing: Map<string, Standing[]>;
  open: Map<string, string[]>;
};

/** A node that has said nothing for so long is gone, and everybody with it. */
export const goneMs = 25_000;

const emptyNode = (): Node => ({
  heard: 0,
  online: new Set(),
  watching: new Map(),
  standing: new Map(),
  open: new Map(),
});

function lay<T>(there: Map<string, T[]>, named: [string, T[]][], whole: boolean): Set<string> {
  const turned = new Set(named.map(([key]) => key));
  if (whole) for (const key of there.keys()) turned.add(key);
  const said = new Map(named);
  for (const key of turned) {
    const people = said.get(key) ?? [];
    if (people.length > 0) there.set(key, people);
    else there.delete(key);
  }
  return turned;
}

/** @param now milliseconds, from the node's clock */
export function createElsewhere(now: () => number) {
  const nodes = new Map<string, Node>();
  const each = <T>(pick: (node: Node) => readonly T[] | undefined): T[] =>
    [...nodes.values()].flatMap(node => pick(node) ?? []);
  const elsewhere: Elsewhere = {
    online: personId => [...nodes.values()].some(node => node.online.has(personId)),
    watching: caseId => each(node => node.watching.get(caseId)),
    standing: caseId => each(node => node.standing.get(caseId)),
    open: conversation => each(node => node.open.get(conversation)),
  };
  const take = (from: string, word: Omit<Word, 'typed' | 'marks'>): Turned => {
    const node = nodes.get(from) ?? emptyNode();
    nodes.set(from, node);
    node.heard = now();
    const people = new Set(word.online.map(([id]) => id));
    if (word.whole) for (const id of node.online) people.add(id);
    if (word.whole) node.online.clear();
    for (const [id, there] of word.online) {
      if (there) node.online.add(id);
      else node.online.delete(id);
    }
    return {
      people,
      cases: lay(node.watching, word.watching, word.whole),
      reviews: lay(node.standing, word.standing, word.whole),
      conversations: lay(node.open, word.open, word.whole),
    };
  };
  return {
    ...elsewhere,
    take,
    /** Nodes that have gone without a word; what was theirs has turned. */
    sweep: (): Turned[] => {
      const gone = [...nodes].filter(([, { heard }]) => now() - heard >= goneMs);
      return gone.map(([from]) => {
        const turned = take(from, { whole: true, online: [], watching: [], standing: [], open: [] });
        nodes.delete(from);
        return turned;
      });
    },
  };
}
