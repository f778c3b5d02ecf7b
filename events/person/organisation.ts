/** An organisation: its names, its time zone and the organisation that serves it. */
import * as z from 'zod/mini';
import { isTimeZone } from '../case/calendar.ts';
import { lineUpTo } from '../case/fields.ts';
import type { Position } from './position.ts';

const NAME_MOST = 100;

const nameLine = lineUpTo(NAME_MOST);

/** An organisation's name in both languages. */
export const organisationNames = z.strictObject({ en: nameLine, 'zh-CN': nameLine });
type OrganisationNames = z.infer<typeof organisationNames>;

/** An IANA time zone that the runtime knows. */
export const timeZone = z.string().check(
  z.maxLength(60),
  z.refine(name => isTimeZone(name), { error: 'not-a-choice' }),
);

export const organisationKinds = ['clinic', 'laboratory', 'ediy'] as const;
export type OrganisationKind = (typeof organisationKinds)[number];

export type Organisation = {
  orgId: string;
  /** The name shown where the reader's language is unknown. */
  name: string;
  /** Names in both languages. Absent: `name` in both. */
  names?: OrganisationNames;
  kind?: OrganisationKind;
  servedBy: string;
  zone: string;
  /** Id of the logo's file. */
  logo?: string | null;
  /** Positions that must sign in with a second factor. */
  secondFactor?: readonly Position[];
  /** Years for which completed cases are kept. Absent or null: without end. */
  keepYears?: number | null;
};

/** The organisation's name for readers of a language. */
export const organisationName = ({ name, names }: Organisation, lang: 'en' | 'zh-CN'): string =>
  names?.[lang] ?? name;
