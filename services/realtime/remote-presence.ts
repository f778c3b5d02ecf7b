/**
 * Presence of the other nodes, as they report it: who is online, which cases and conversations are open, who is
 * typing, how far people have read. It is not stored. Rows are not reported, because every node reads them from the
 * log. If the other nodes are unreachable, people see only the presence on their own node.
 */
import type { ReviewerView } from '#events/plan/live-review.ts';
import type { ChatReadMarks } from '#events/wire.ts';

export type CaseOpening = { id: string; since: string };
export type ReviewPosition = { id: string; here: ReviewerView };
type Mark = ChatReadMarks['marks'][number];

/** A node's presence report. An empty list means that no person has this case or conversation open. */
export type PresenceReport = {
  /** True in a full report. Everything that a full report does not name has ended. */
  whole: boolean;
  online: [personId: string, there: boolean][];
  watching: [caseId: string, people: CaseOpening[]][];
  standing: [caseId: string, people: ReviewPosition[]][];
  open: [conversation: string, personIds: string[]][];
  typed: [conversation: string, personId: string][];
  marks: [conversation: string, mark: Mark][];
};

/** People, cases, reviews and conversations that a presence report changed. */
export type PresenceChanges = {
  people: Set<string>;
  cases: Set<string>;
  reviews: Set<string>;
  conversations: Set<string>;
};

/** Presence on the other nodes, by their latest reports. */
export type RemotePresence = {
  online(personId: string): boolean;
  watching(caseId: string): CaseOpening[];
  standing(caseId: string): ReviewPosition[];
  open(conversation: string): string[];
};

type Node = {
  heard: number;
  online: Set<string>;
  watching: Map<string, CaseOpening[]>;
  standing: Map<string, ReviewPosition[]>;
  open: Map<string, string[]>;
};

/** Silence after which a node counts as down and its people as offline, in ms. */
export const nodeTimeoutMs = 25_000;

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

/** @param now the node's clock, in milliseconds */
export function createRemotePresence(now: () => number) {
  const nodes = new Map<string, Node>();
  const each = <T>(pick: (node: Node) => readonly T[] | undefined): T[] =>
    [...nodes.values()].flatMap(node => pick(node) ?? []);
  const elsewhere: RemotePresence = {
    online: personId => [...nodes.values()].some(node => node.online.has(personId)),
    watching: caseId => each(node => node.watching.get(caseId)),
    standing: caseId => each(node => node.standing.get(caseId)),
    open: conversation => each(node => node.open.get(conversation)),
  };
  const take = (from: string, word: Omit<PresenceReport, 'typed' | 'marks'>): PresenceChanges => {
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
    /** Drops nodes that are down. Returns what each of them changed. */
    sweep: (): PresenceChanges[] => {
      const gone = [...nodes].filter(([, { heard }]) => now() - heard >= nodeTimeoutMs);
      return gone.map(([from]) => {
        const turned = take(from, { whole: true, online: [], watching: [], standing: [], open: [] });
        nodes.delete(from);
        return turned;
      });
    },
  };
}
