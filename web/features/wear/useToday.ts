/** The day it is where the clinic is: it turns at that midnight, on an open page as well. */
import { dayIn } from '#events/case/calendar.ts';
import { useNow } from '#web/lib/now.ts';

export const useToday = (zone: string): string => dayIn(zone, useNow());
