/** Reads the days of an organisation's case events. */
import type { ViewRowReads } from '../row-access.ts';
import { dayListId, dayRowId, type EventDay, type EventDayRow, eventDaysViewName } from './day.ts';

export type EventDayReads = {
  /** Days with case events that the organisation serves, in the order of their first positions. */
  eventDays(orgId: string): EventDay[];
};

export function createEventDayReads(own: ViewRowReads<never>): EventDayReads {
  const rowOf = (id: string) => own.find<EventDayRow>(eventDaysViewName, id)?.row;
  return {
    eventDays: orgId => {
      const list = rowOf(dayListId(orgId));
      if (list?.kind !== 'days') return [];
      const rows = list.days.map(day => rowOf(dayRowId(orgId, day)));
      const days = rows.filter(row => row?.kind === 'day');
      // Positions are decimal texts. Of two with different lengths, the shorter one is lower.
      return days.sort((a, b) => a.first.length - b.first.length || (a.first < b.first ? -1 : 1));
    },
  };
}
