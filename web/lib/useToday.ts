/** Today's date in the clinic's time zone; changes at midnight there while the page is open. */
import { dayInZone } from '#events/case/calendar.ts';
import { useNow } from './now.ts';

export const useToday = (zone: string): string => dayInZone(zone, useNow());
