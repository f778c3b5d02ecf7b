/** Today's date in the clinic's time zone; an open page moves on at that midnight. */
import { dayIn } from '#events/case/calendar.ts';
import { useNow } from './now.ts';

export const useToday = (zone: string): string => dayIn(zone, useNow());
