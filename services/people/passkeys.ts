/** Passkeys (WebAuthn): makes challenges, and checks the answers of browsers. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import { type Clock, isoNow } from '../clock/clock.ts';
import type { Passkey } from './factor-records.ts';
import type { SecondFactors } from './second-factors.ts';
import type { SignInTickets } from './sign-in-tickets.ts';

const PRODUCT = 'Archline';
/** COSE numbers of the signatures that authenticators offer: EdDSA, ES256, RS256. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Loads the library at the first use, because loading takes a third of a second and most processes never need it. */
const library = () => import('@simplewebauthn/server');

export type Passkeys = {
  /** False if browsers allow no passkeys: at an IP address, or without https outside this machine. */
  possible: boolean;
  /** Options of a new passkey for `navigator.credentials.create`. */
  additionOptions(person: {
    id: string;
    userName: string;
    name: string;
  }): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /**
   * Checks the answer of a browser. Returns the new passkey; undefined if the answer is not genuine, or not for this
   * person's challenge.
   */
  added(personId: string, name: string, response: RegistrationResponseJSON): Promise<Passkey | undefined>;
  /** Options of a sign-in for `navigator.credentials.get`. Any of the site's passkeys may answer. */
  signInOptions(): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /**
   * Returns the id of the person whose passkey answered; undefined if the answer is not genuine, or was used before.
   */
  signedBy(response: AuthenticationResponseJSON): Promise<string | undefined>;
};

type PasskeyDeps = { factors: SecondFactors; tickets: SignInTickets; clock: Clock; publicUrl: string };

/** Returns the site's domain and origin. An IP address cannot have passkeys, so this machine is `localhost`. */
function relyingParty(publicUrl: string): { rpID: string; origin: string; possible: boolean } {
  const url = new URL(publicUrl);
  if (url.hostname === '127.0.0.1') url.hostname = 'localhost';
  const isIp = /^[\d.]+$|^\[/.test(url.hostname);
  const isSafe = url.protocol === 'https:' || url.hostname === 'localhost';
  return { rpID: url.hostname, origin: url.origin, possible: isSafe && !isIp };
}

const textOf = (base64url: string) => Buffer.from(base64url, 'base64url').toString();

type Registered = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

const passkeyFrom = (
  { credential, credentialBackedUp: synced }: Registered,
  name: string,
  addedAt: string,
): Passkey => ({
  id: credential.id,
  publicKey: Buffer.from(credential.publicKey).toString('base64url'),
  counter: credential.counter,
  transports: [...(credential.transports ?? [])],
  synced,
  name,
  addedAt,
  lastUsedAt: null,
});

const credentialOf = ({ id, publicKey, counter }: Passkey) => ({
  id,
  publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')),
  counter,
});

/** Converts an error to undefined. The library throws for each answer that is not genuine. */
const unlessFalse = <T>(checked: Promise<T>): Promise<T | undefined> => checked.catch(() => undefined);

export function createPasskeys({ factors, tickets, clock, publicUrl }: PasskeyDeps): Passkeys {
  const { rpID, origin, possible } = relyingParty(publicUrl);
  const passkeyOf = async (personId: string, id: string) =>
    (await factors.summary(personId)).passkeys.find(one => one.id === id);
  const expected = { expectedOrigin: origin, expectedRPID: rpID };
  return {
    possible,
    additionOptions: async ({ id, userName, name }) =>
      (await library()).generateRegistrationOptions({
        rpName: PRODUCT,
        rpID,
        // Identifies the person at a sign-in without a user name. It is an id, because browsers store it unencrypted.
        userID: Uint8Array.from(Buffer.from(id)),
        userName,
        userDisplayName: name,
        challenge: await tickets.sign('passkeyAddition', { personId: id }),
        excludeCredentials: (await factors.summary(id)).passkeys.map(({ id: known, transports }) => ({
          id: known,
          transports,
        })),
        supportedAlgorithmIDs,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      }),
    added: async (personId, name, response) => {
      let challenge = '';
      const { verifyRegistrationResponse } = await library();
      const expectedChallenge = async (encoded: string) => {
        challenge = textOf(encoded);
        return (await tickets.read('passkeyAddition', challenge))?.personId === personId;
      };
      const answer = { response, supportedAlgorithmIDs, expectedChallenge };
      const verified = await unlessFalse(verifyRegistrationResponse({ ...expected, ...answer }));
      if (!verified?.verified || !(await tickets.redeem(challenge))) return undefined;
      return passkeyFrom(verified.registrationInfo, name, isoNow(clock));
    },
    signInOptions: async () =>
      (await library()).generateAuthenticationOptions({
        rpID,
        userVerification: 'required',
        challenge: await tickets.sign('passkeySignIn', {}),
      }),
    signedBy: async response => {
      const personId = textOf(response.response.userHandle ?? '');
      const passkey = personId === '' ? undefined : await passkeyOf(personId, response.id);
      if (!passkey) return undefined;
      let challenge = '';
      const { verifyAuthenticationResponse } = await library();
      const expectedChallenge = async (encoded: string) => {
        challenge = textOf(encoded);
        return (await tickets.read('passkeySignIn', challenge)) !== undefined;
      };
      const answer = { response, credential: credentialOf(passkey), expectedChallenge };
      const verified = await unlessFalse(verifyAuthenticationResponse({ ...expected, ...answer }));
      if (!verified?.verified || !(await tickets.redeem(challenge))) return undefined;
      const { newCounter: counter } = verified.authenticationInfo;
      await factors.changePasskey(personId, passkey.id, { counter, lastUsedAt: isoNow(clock) });
      return personId;
    },
  };
}
