/** Changes of an organisation's single sign-on by an Admin. */
import * as z from 'zod/mini';
import { badField } from '#events/errors.ts';
import type { Directory } from '#events/person/directory.ts';
import type { DirectoryEvent } from '#events/person/events.ts';
import {
  type SingleSignOnSettings,
  singleSignOnSettingsSchema,
} from '#events/person/single-sign-on-settings.ts';
import type { SecurityLog } from '../logging/security-log.ts';
import { type AccountCommand, type AccountResult, isFirstCommandRun } from '../people/accounts.ts';
import { requireOrganisation } from '../people/organisations.ts';
import type { PeopleDirectory } from '../people/people-directory.ts';
import { AddressRefusedError, type AddressRules, checkAddress } from './address-rules.ts';
import type { ClientSecrets } from './client-secrets.ts';

const SECRET_MOST = 500;

/** If absent, the stored secret stays. Null: the provider knows this installation without a secret. */
const clientSecret = z.optional(
  z.nullable(z.string().check(z.regex(/^[\x21-\x7e]+$/, { error: 'invalid' }), z.maxLength(SECRET_MOST))),
);

export const singleSignOnChangeSchema = z.strictObject({ ...singleSignOnSettingsSchema.shape, clientSecret });
export type SingleSignOnChange = z.infer<typeof singleSignOnChangeSchema>;

export const connectionToTestSchema = z.strictObject({
  issuer: singleSignOnSettingsSchema.shape.issuer,
  clientId: singleSignOnSettingsSchema.shape.clientId,
  clientSecret,
});

export type SingleSignOnAdministration = {
  /** @throws Refusal notFound, badInput */
  set(order: AccountCommand, orgId: string, change: SingleSignOnChange): Promise<AccountResult>;
  /**
   * Lets people sign in by password again. Their links to the provider stay, in case it is set again.
   * @throws Refusal notFound
   */
  remove(order: AccountCommand, orgId: string): Promise<AccountResult>;
  /**
   * Returns the secret for a connection that is being changed or tested: the given secret, otherwise the stored one,
   * but only for the same provider. Another provider must not receive it.
   * @throws Refusal badInput
   */
  secretFor(orgId: string, given: z.infer<typeof connectionToTestSchema>): Promise<string | undefined>;
};

type AdministrationDeps = {
  people: PeopleDirectory;
  secrets: ClientSecrets;
  rules: AddressRules;
  audit: SecurityLog;
};

/** @throws Refusal badInput */
function checkIssuer(issuer: string, rules: AddressRules): void {
  try {
    if (!URL.canParse(issuer)) throw new AddressRefusedError('notHttps');
    const { search, hash } = new URL(issuer);
    if (search || hash) throw new AddressRefusedError('notHttps');
    checkAddress(new URL(issuer), rules);
  } catch (error) {
    if (!(error instanceof AddressRefusedError)) throw error;
    throw badField('issuer', error.fault === 'notHttps' ? 'https-address' : 'private-address');
  }
}

export function createSingleSignOnAdministration(deps: AdministrationDeps): SingleSignOnAdministration {
  const { people, secrets, rules, audit } = deps;
  const isSame = (before: SingleSignOnSettings | undefined, after: SingleSignOnSettings) =>
    JSON.stringify(before) === JSON.stringify(after);
  const secretFor = async (
    directory: Directory,
    orgId: string,
    given: z.infer<typeof connectionToTestSchema>,
  ) => {
    if (given.clientSecret !== undefined) return given.clientSecret ?? undefined;
    const before = directory.singleSignOn.get(orgId);
    if (before?.issuer === given.issuer) return secrets.read(orgId);
    if (await secrets.has(orgId)) throw badField('clientSecret', 'required');
    return undefined;
  };
  const note = (done: AccountResult, { by }: AccountCommand, why: string) => {
    if (isFirstCommandRun(done)) audit.note('singleSignOnChanged', { by, why });
  };
  return {
    set: async (order, orgId, { clientSecret: secret, ...change }) => {
      const settings = singleSignOnSettingsSchema.parse(change);
      const decide = async (directory: Directory): Promise<DirectoryEvent[]> => {
        order.check?.(directory);
        requireOrganisation(directory, orgId);
        checkIssuer(settings.issuer, rules);
        const wanted = await secretFor(directory, orgId, { ...settings, clientSecret: secret });
        // The secret is set before its event, like a password (accounts.ts).
        if (wanted === undefined) await secrets.delete(orgId);
        else if (secret !== undefined) await secrets.set(orgId, wanted);
        const before = directory.singleSignOn.get(orgId);
        return isSame(before, settings) ? [] : [{ type: 'SingleSignOnSet', data: { orgId, ...settings } }];
      };
      const done = await people.change({ ...order, decide });
      note(done, order, orgId);
      return done;
    },
    remove: async (order, orgId) => {
      const done = await people.change({
        ...order,
        decide: async directory => {
          order.check?.(directory);
          requireOrganisation(directory, orgId);
          await secrets.delete(orgId);
          return directory.singleSignOn.has(orgId) ? [{ type: 'SingleSignOnRemoved', data: { orgId } }] : [];
        },
      });
      note(done, order, orgId);
      return done;
    },
    secretFor: async (orgId, given) => {
      checkIssuer(given.issuer, rules);
      return secretFor(await people.current(), orgId, given);
    },
  };
}
