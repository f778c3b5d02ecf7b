/** An organisation: its names, its time zone and the organisation that serves it. */
import * as z from 'zod/mini';
import { isTimeZone } from '../case/calendar.ts';
import { lineUpTo } from '../case/fields.ts';

const NAME_MOST = 100;

const organisationName = lineUpTo(NAME_MOST);

/** An organisation's name in both languages. */
export const organisationNames = z.strictObject({ en: organisationName, 'zh-CN': organisationName });
type OrganisationNames = z.infer<typeof organisationNames>;

/** An IANA time zone that the runtime knows. */
export const timeZone = z.string().check(
  z.maxLength(60),
  z.refine(name => isTimeZone(name), { error: 'not-a-choice' }),
);

export type Organisation = {
  orgId: string;
  /** The name shown where the reader's language is unknown. */
  name: string;
  /** Names in both languages. Absent: `name` in both. */
  names?: OrganisationNames;
  servedBy: string;
  zone: string;
};
