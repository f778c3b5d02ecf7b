/** Organisations: names, time zone, and what each requires of its people. Pure. */
import * as z from 'zod/mini';
import { isTimeZone } from '../case/calendar.ts';
import { lineUpTo } from '../case/fields.ts';
import { type Position, positions } from './position.ts';

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
/** Kinds that the back office offers. The self-designers' organisation is fixed by its id. */
export const offeredKinds = ['clinic', 'laboratory'] as const;

type OrganisationKind = (typeof organisationKinds)[number];

export type Organisation = {
  orgId: string;
  /** The name shown where the reader's language is unknown. */
  name: string;
  /** Names in both languages. Absent: `name` in both. */
  names?: OrganisationNames;
  kind?: OrganisationKind;
  servedBy: string;
  zone: string;
  /** Positions that must sign in with a second factor. */
  secondFactor?: readonly Position[];
  /** Years for which completed cases are kept. Absent or null: without end. */
  keepYears?: number | null;
};

/** The organisation's name for readers of a language. */
export const organisationName = (
  { name, names }: Pick<Organisation, 'name' | 'names'>,
  lang: 'en' | 'zh-CN',
): string => names?.[lang] ?? name;

/** Positions whose second factor an organisation may require. */
const requiredOf = z.array(z.enum(positions)).check(z.maxLength(positions.length));
/** Years for which completed cases are kept: the law of most countries asks for ten to thirty. */
const keepYears = z.int().check(z.minimum(1), z.maximum(100));

export const newOrganisation = z.strictObject({
  names: organisationNames,
  zone: timeZone,
  kind: z.enum(offeredKinds),
});
export type NewOrganisation = z.infer<typeof newOrganisation>;

export const organisationChange = z.strictObject({
  names: z.optional(organisationNames),
  zone: z.optional(timeZone),
  kind: z.optional(z.enum(offeredKinds)),
  secondFactor: z.optional(requiredOf),
  keepYears: z.optional(z.nullable(keepYears)),
});
export type OrganisationChange = z.infer<typeof organisationChange>;

type ChangedEvent = { type: 'OrganisationChanged'; data: { orgId: string } & OrganisationChange };

/** The fields of a change that differ. No event if none does. */
export function changeOrganisation(before: Organisation, change: OrganisationChange): ChangedEvent[] {
  const { orgId } = before;
  const shown: OrganisationChange = {
    ...{ names: { en: organisationName(before, 'en'), 'zh-CN': organisationName(before, 'zh-CN') } },
    ...{ zone: before.zone, kind: before.kind === 'laboratory' ? 'laboratory' : 'clinic' },
    ...{ secondFactor: [...(before.secondFactor ?? [])], keepYears: before.keepYears ?? null },
  };
  const differs = ([field, value]: [string, unknown]) =>
    value !== undefined &&
    JSON.stringify(value) !== JSON.stringify(Object.entries(shown).find(([k]) => k === field)?.[1]);
  const changed = Object.fromEntries(Object.entries(change).filter(differs));
  return Object.keys(changed).length === 0
    ? []
    : [{ type: 'OrganisationChanged', data: { orgId, ...changed } }];
}
