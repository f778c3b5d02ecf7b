/** Builds accounts, sessions, and the parts that protect them. */
import { createPictureFiles } from '../files/picture-files.ts';
import { createSecurityLog } from '../logging/security-log.ts';
import { createAccounts } from '../people/accounts.ts';
import { createContactCodes } from '../people/contact-codes.ts';
import { createFactorCommands } from '../people/factor-commands.ts';
import { createSecondFactorHold } from '../people/factor-hold.ts';
import { createFirstStart } from '../people/first-start.ts';
import { createInvitations } from '../people/invitations.ts';
import { createKnownDevices } from '../people/known-devices.ts';
import { createNotebookKeys } from '../people/notebook-keys.ts';
import { createOrganisations } from '../people/organisations.ts';
import { createOwnAccountCommands } from '../people/own-account.ts';
import { createPasskeys } from '../people/passkeys.ts';
import { createPasswordResets } from '../people/password-resets.ts';
import { createPasswordRules } from '../people/password-rules.ts';
import { createPasswords } from '../people/passwords.ts';
import { createPeopleDirectory } from '../people/people-directory.ts';
import { createRegistrationCommands } from '../people/registration.ts';
import { createRememberMe } from '../people/remember-me.ts';
import { createSecondFactors } from '../people/second-factors.ts';
import { createSecondFactorPolicy, createSecondStep } from '../people/second-step.ts';
import { createSessionRecords } from '../people/session-records.ts';
import { createSessionTokens } from '../people/session-tokens.ts';
import { createSessions, type Sessions } from '../people/sessions.ts';
import { createSignInAttempts } from '../people/sign-in-attempts.ts';
import { createSignInFailures } from '../people/sign-in-failures.ts';
import { createSignInTickets } from '../people/sign-in-tickets.ts';
import { createSingleUseLinks } from '../people/single-use-links.ts';
import { createHostLookup } from '../singleSignOn/address-rules.ts';
import { createBackChannel } from '../singleSignOn/back-channel.ts';
import { createClientSecrets } from '../singleSignOn/client-secrets.ts';
import { createProviders } from '../singleSignOn/providers.ts';
import { createSingleSignOnAdministration } from '../singleSignOn/settings.ts';
import { createSingleSignOn, type SingleSignOnDeps } from '../singleSignOn/single-sign-on.ts';
import type { ServerPorts } from './assemble-server.ts';
import type { OpenedLogParts } from './open-log.ts';

/** Short-lived records of the vault. `sweep` deletes the expired ones. */
export type SweepableRecords = { sweep(): Promise<void> };

/** Short-lived secrets of the vault: codes, links, tickets, attempts, remembered browsers. */
function createSecrets({ vault, clock, ids }: ServerPorts, { signing, keyFor }: OpenedLogParts) {
  return {
    remember: createRememberMe({ vault, clock, ids, keys: signing.of('remember me') }),
    tickets: createSignInTickets({ keys: signing.of('sign-in tickets'), vault, clock, ids }),
    contactCodes: createContactCodes({ vault, clock, ids, key: keyFor('contact codes') }),
    links: createSingleUseLinks({ vault, clock, ids, key: keyFor('single-use links') }),
  };
}

/** Sign-in by the providers of organisations. */
function createSingleSignOnParts(
  { vault, clock, ids, publicUrl, demo, privateProviders = false, lookup = createHostLookup() }: ServerPorts,
  { keyFor }: OpenedLogParts,
  common: Omit<SingleSignOnDeps, 'providers' | 'secrets' | 'key' | 'ids' | 'publicUrl'> & {
    sessions: Sessions;
  },
) {
  const rules = { local: demo, privateNetworks: privateProviders };
  const secrets = createClientSecrets({ vault, key: keyFor('single sign-on') });
  const providers = createProviders({ clock, rules, lookup });
  const key = keyFor('single sign-on requests');
  return {
    providers,
    clientSecrets: secrets,
    backChannel: createBackChannel({ ...common, providers, secrets, ids }),
    singleSignOn: createSingleSignOn({ ...common, providers, secrets, ids, publicUrl, key }),
    singleSignOnAdministration: createSingleSignOnAdministration({ ...common, secrets, rules }),
  };
}

export function createSignInParts(ports: ServerPorts, opened: OpenedLogParts) {
  const { vault, clock, ids, log, cost, publicUrl } = ports;
  const { store, models, signing, keyFor } = opened;
  const secrets = createSecrets(ports, opened);
  const { remember, tickets, contactCodes, links } = secrets;
  const people = createPeopleDirectory({ store, clock });
  const passwords = createPasswords(vault, cost);
  const audit = createSecurityLog({ log, clock, key: keyFor('audit') });
  const failures = createSignInFailures({ store, clock, ids, log });
  const tries = createSignInAttempts({
    vault,
    clock,
    key: keyFor('tries'),
    onLocked: ({ personId, account }) => {
      audit.note('accountLocked', { person: personId, account });
      failures.note({ why: 'locked', personId });
    },
  });
  const records = createSessionRecords({ vault, clock, remember });
  const factors = createSecondFactors({ vault, clock, cost, key: keyFor('second factors') });
  const hold = createSecondFactorHold({ factors, records, clock, staff: ports.staffSecondFactor });
  const secondFactor = createSecondFactorPolicy({ factors, tickets });
  const sessions = createSessions({
    ...{ store, people, directory: models.directory, passwords, tries, remember, records, hold, clock, ids },
    tokens: createSessionTokens(signing.of('session tokens')),
    secondFactor,
  });
  const keys = createNotebookKeys({ store, vault, clock, key: keyFor('notebook keys') });
  const passkeys = createPasskeys({ factors, tickets, clock, publicUrl });
  const passwordRules = createPasswordRules(ports);
  const common = { people, passwords, passwordRules, sessions, tries, factors, clock, ids, audit, failures };
  const pictures = createPictureFiles(vault, 'avatar');
  const ownAccount = createOwnAccountCommands({
    ...common,
    codes: contactCodes,
    pictures,
  });
  const joining = { ...common, codes: contactCodes };
  const factorParts = { ...common, factors, passkeys, tickets, store, hold };
  return {
    ...{ keys, people, audit, failures, tries, records, sessions, factors, passkeys, hold, ...secrets },
    ...createSingleSignOnParts(ports, opened, { ...common, secondFactor, hold, tickets }),
    devices: createKnownDevices({ people, passwords, ids, keys: signing.of('known devices') }),
    accounts: createAccounts({ ...common, pictures, notebookKeys: keys }),
    firstStart: createFirstStart({ ...common, links }),
    registration: createRegistrationCommands(joining),
    passwordResets: createPasswordResets({ ...joining, links, notebookKeys: keys }),
    ownAccount,
    organisations: createOrganisations({ ...common, logos: createPictureFiles(vault, 'logo') }),
    invitations: createInvitations({ ...common, links, vault }),
    secondStep: createSecondStep(factorParts),
    factorCommands: createFactorCommands({
      ...factorParts,
      confirm: ownAccount.confirm,
      key: keyFor('second factor commands'),
    }),
    swept: [tries, remember, tickets, contactCodes, links, records, keys] satisfies SweepableRecords[],
  };
}
