/**
 * Groups the inbox by case: the newest message of each case, with the earlier ones folded behind it. Pure.
 */
import type { MessageItem } from '#projections/messages/item.ts';

type Facts = Pick<MessageItem, 'id' | 'caseId' | 'said' | 'read'>;

/** A line of the list. `rest`: earlier messages behind a group's newest one; empty on these themselves. */
export type MessageGroupLine<T> = { item: T; rest: readonly T[]; isOpen: boolean; isEarlier: boolean };

const subjectOf = ({ caseId, said, id }: Facts): string => caseId ?? said?.conversation ?? id;

/** @param items newest first. @param open subjects whose earlier messages are unfolded */
export function groupMessages<T extends Facts>(
  items: readonly T[],
  open: ReadonlySet<string>,
): MessageGroupLine<T>[] {
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

/** The messages that a line represents: all of a folded group, otherwise only its own. */
export const messagesBehindLine = <T>({ item, rest, isOpen }: MessageGroupLine<T>): T[] =>
  isOpen ? [item] : [item, ...rest];

/** Marks a line's unread messages as read; if there are none, marks its newest as unread. */
export function markToToggle<T extends Facts>(
  line: MessageGroupLine<T>,
): { ids: string[]; as: 'read' | 'unread' } {
  const unread = messagesBehindLine(line).filter(item => !item.read);
  return unread.length > 0
    ? { ids: unread.map(item => item.id), as: 'read' }
    : { ids: [line.item.id], as: 'unread' };
}

export const toggleOpenSubject = (open: ReadonlySet<string>, item: Facts): Set<string> => {
  const next = new Set(open);
  const subject = subjectOf(item);
  if (!next.delete(subject)) next.add(subject);
  return next;
};
