/** Settings of an organisation's single sign-on (decision 62). The client's secret is in the vault instead. */
import * as z from 'zod/mini';
import { lineSchemaUpTo } from '../case/fields.ts';
import { positions } from './position.ts';

const ADDRESS_MOST = 300;
const NAME_MOST = 200;
const LINES_MOST = 100;

/** Which side asks for the second factor: this installation, or the provider if its statement names one. */
export const secondFactorSources = ['here', 'provider'] as const;

/** OAuth's format of a scope. `openid` is always requested. */
const scope = lineSchemaUpTo(NAME_MOST).check(z.regex(/^[\x21\x23-\x5b\x5d-\x7e ]+$/, { error: 'invalid' }));

/** A line of the table: people whose claim has this value get this position. */
const positionLine = z.strictObject({ value: lineSchemaUpTo(NAME_MOST), position: z.enum(positions) });

export const singleSignOnSettingsSchema = z.strictObject({
  /** Address of the provider, as its statements name it. */
  issuer: lineSchemaUpTo(ADDRESS_MOST),
  clientId: lineSchemaUpTo(NAME_MOST),
  scope,
  /** Name of the claim that decides the position; `a.b` reads the field b of the claim a. */
  claim: lineSchemaUpTo(NAME_MOST),
  /** The first line whose value the claim has decides. */
  positions: z.array(positionLine).check(z.minLength(1), z.maxLength(LINES_MOST)),
  secondFactor: z.enum(secondFactorSources),
});
export type SingleSignOnSettings = z.infer<typeof singleSignOnSettingsSchema>;
