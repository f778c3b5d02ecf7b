/** The inbox by case: the newest message of each, the earlier ones folded behind it. Pure. */
import type { MessageItem } from '#projections/messages/item.ts';

type Facts = Pick<MessageItem, 'id' | 'caseId' | 'said' | 'read'>;

/** A line of the list. `rest`: the earlier messages behind a group's newest one; empty on those themselves. */
export type GroupLine<T> = { item: T; rest: readonly T[]; isOpen: boolean; isEarlier: boolean };

const subjectOf = ({ caseId, said, id }: Facts): string => caseId ?? said?.conversation ?? id;

/** @param items newest first. @param open subjects whose earlier messages are shown */
export function groupLines<T extends Facts>(items: readonly T[], open: ReadonlySet<string>): GroupLine<T>[] {
  return [...Map.groupBy(items, subjectOf)].flatMap(([subject, [head, ...rest]]) => {
    if (!head) return [];
    const isOpen = rest.length > 0 && open.has(subject);
    const earlier = isOpen ? rest : [];
    return [
      { item: head, rest, isOpen, isEarlier: false },
      ...earlier.map(item => ({ item, rest: [], isOpen: false, isEarlier: true })),
    ];
  });
}

/** The messages that a line speaks for: a folded group's all, any other's own. */
export const spokenFor = <T>({ item, rest, isOpen }: GroupLine<T>): T[] =>
  isOpen ? [item] : [item, ...rest];

/** Marks a line's unread messages as read; where there are none, its newest as unread again. */
export function markingOf<T extends Facts>(line: GroupLine<T>): { ids: string[]; as: 'read' | 'unread' } {
  const unread = spokenFor(line).filter(item => !item.read);
  return unread.length > 0
    ? { ids: unread.map(item => item.id), as: 'read' }
    : { ids: [line.item.id], as: 'unread' };
}

export const toggled = (open: ReadonlySet<string>, item: Facts): Set<string> => {
  const next = new Set(open);
  const subject = subjectOf(item);
  if (!next.delete(subject)) next.add(subject);
  return next;
};
