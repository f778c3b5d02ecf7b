/** Organisations: names, time zone, and what each requires of its people. Pure. */
import * as z from 'zod/mini';
import { isTimeZone } from '../case/calendar.ts';
import { lineSchemaUpTo, optionKeysSchemaFor } from '../case/fields.ts';
import { type ProductOffer, productOfferOf } from '../case/offer.ts';
import { badField } from '../errors.ts';
import { type Position, positions, type SwitchableRight, selfDesignersOrgId } from './position.ts';

const NAME_MOST = 100;

const nameLine = lineSchemaUpTo(NAME_MOST);

/** An organisation's name in both languages. */
export const organisationNamesSchema = z.strictObject({ en: nameLine, 'zh-CN': nameLine });
type OrganisationNames = z.infer<typeof organisationNamesSchema>;

/** An IANA time zone that the runtime knows. */
export const timeZoneSchema = z.string().check(
  z.maxLength(60),
  z.refine(name => isTimeZone(name), { error: 'not-a-choice' }),
);

export const organisationKinds = ['clinic', 'laboratory', 'ediy'] as const;
/** Kinds that an organisation can change to. The self-designers' organisation is fixed by its id. */
export const changeableOrganisationKinds = ['clinic', 'laboratory'] as const;

export type OrganisationKind = (typeof organisationKinds)[number];

export type Organisation = Partial<ProductOffer> & {
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
  /** ISO time at which it was added. Absent in rows of older releases. */
  addedAt?: string;
  /** Its first doctor has dismissed the set-up list. */
  setUpDismissed?: boolean;
  /** Positions from which a right is taken. */
  withheld?: Partial<Record<SwitchableRight, readonly Position[]>>;
  /** Id of the logo, an upload. */
  logo?: string | null;
};

/** The kind of an organisation. Older logs have none. */
export const kindOfOrganisation = ({ orgId, kind = 'clinic' }: Organisation): OrganisationKind =>
  orgId === selfDesignersOrgId ? 'ediy' : kind;

/** Path of the logo for people of the organisation, without host. Empty: the product's. */
export const logoPath = ({ logo }: Organisation): string => (logo ? `/api/files/${logo}` : '');

/** Path of the main organisation's logo, which needs no session. */
export const publicLogoPath = (main: Organisation | undefined): string | undefined =>
  main?.logo ? `/resource/org/logo/${main.logo}` : undefined;

/** The organisation's name for readers of a language. */
export const organisationName = (
  { name, names }: Pick<Organisation, 'name' | 'names'>,
  lang: 'en' | 'zh-CN',
): string => names?.[lang] ?? name;

/** Positions whose second factor an organisation may require. */
const requiredOf = z.array(z.enum(positions)).check(z.maxLength(positions.length));
/** Years for which completed cases are kept. The law of most countries asks for ten to thirty. */
const keepYears = z.int().check(z.minimum(1), z.maximum(100));

export const newOrganisationInputSchema = z.strictObject({
  names: organisationNamesSchema,
  zone: timeZoneSchema,
  kind: z.enum(organisationKinds),
});
export type NewOrganisationInput = z.infer<typeof newOrganisationInputSchema>;

export const organisationChangeSchema = z.strictObject({
  names: z.optional(organisationNamesSchema),
  zone: z.optional(timeZoneSchema),
  kind: z.optional(z.enum(changeableOrganisationKinds)),
  secondFactor: z.optional(requiredOf),
  keepYears: z.optional(z.nullable(keepYears)),
  methods: z.optional(optionKeysSchemaFor('method').check(z.minLength(1))),
  productTypes: z.optional(optionKeysSchemaFor('productType')),
});
export type OrganisationChange = z.infer<typeof organisationChangeSchema>;

/** The id of a new organisation. That of the self-designers is fixed, so there is one at most. */
export const newOrganisationId = (kind: OrganisationKind, fresh: string): string =>
  kind === 'ediy' ? selfDesignersOrgId : fresh;

type ChangedEvent = {
  type: 'OrganisationChanged';
  data: { orgId: string; logo?: string | null } & OrganisationChange;
};

/** The values that a change is compared with. */
const shownOf = (before: Organisation) => ({
  ...{ names: { en: organisationName(before, 'en'), 'zh-CN': organisationName(before, 'zh-CN') } },
  ...{ zone: before.zone, kind: kindOfOrganisation(before) },
  ...{ secondFactor: before.secondFactor ?? [], keepYears: before.keepYears ?? null },
  ...productOfferOf(before),
});

const sorted = <T>(list: readonly T[] | undefined) => list?.toSorted();

/** The fields of a change that differ. No event if none does. @throws Refusal badInput */
export function changeOrganisation(before: Organisation, change: OrganisationChange): ChangedEvent[] {
  const { orgId } = before;
  if (change.kind && kindOfOrganisation(before) === 'ediy') throw badField('kind', 'not-a-choice');
  const wanted = { ...change, methods: sorted(change.methods), productTypes: sorted(change.productTypes) };
  const shown = Object.entries(shownOf(before));
  const differs = ([field, value]: [string, unknown]) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(shown.find(([k]) => k === field)?.[1]);
  const changed = Object.fromEntries(Object.entries(wanted).filter(differs));
  return Object.keys(changed).length === 0
    ? []
    : [{ type: 'OrganisationChanged', data: { orgId, ...changed } }];
}

/** Shows another logo; null removes it. */
export const changeLogo = ({ orgId, logo = null }: Organisation, file: string | null): ChangedEvent[] =>
  logo === file ? [] : [{ type: 'OrganisationChanged', data: { orgId, logo: file } }];
