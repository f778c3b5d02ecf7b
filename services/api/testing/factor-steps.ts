/** Steps of people with second factors: setting them up, and the two steps of a sign-in. */
import { createAuthenticator } from '../../people/testing/authenticator.ts';
import { totpCodeAt } from '../../people/totp.ts';
import type { FactorsItem } from '../answers.ts';
import { TEST_PASSWORD, type TestPersonName, type TestServer } from './test-server.ts';

export const TEST_ORIGIN = 'https://archline.example';
export const TOTP_STEP_MS = 30_000;
export const MINUTE_MS = 60_000;
export const WRONG_PASSWORD = 'archline2';
/** Error number of the refusal `wrongCode`. */
export const wrongCodeError = 103015;

/** Answer of `/api/factors/passkeys/options`. */
export type PasskeyCreation = { options: { challenge: string; user: { id: string } } };
export type TotpSetup = FactorsItem & { secret: string; address: string };
export type RecoveryCodesItem = FactorsItem & { recoveryCodes: string[] };
type FirstStep = { ticket: string; kinds: string[] };

/** A request whose body confirms the password. */
export const passwordConfirmation = { body: { oldPassword: TEST_PASSWORD } };

/** @param server the server of the test that runs */
export function createFactorSteps(server: () => TestServer) {
  const codeOf = (secret: string, later = 0) => totpCodeAt(secret, server().clock.now() + later);
  return {
    codeOf,
    factors: async (as: TestPersonName = 'doctor') =>
      (await server().get<FactorsItem>('/api/factors', { as })).data,
    /** Sets up an authenticator app. */
    setUpApp: async (as: TestPersonName = 'doctor') => {
      const { data } = await server().post<TotpSetup>('/api/factors/totp', { as, ...passwordConfirmation });
      const { secret } = data;
      const body = { code: codeOf(secret) };
      const { data: handed } = await server().post<RecoveryCodesItem>('/api/factors/totp/confirm', {
        as,
        body,
      });
      server().clock.advance(TOTP_STEP_MS);
      return { secret, recoveryCodes: handed.recoveryCodes };
    },
    addPasskey: async (as: TestPersonName = 'doctor', authenticator = createAuthenticator(TEST_ORIGIN)) => {
      const { data } = await server().post<PasskeyCreation>('/api/factors/passkeys/options', {
        as,
        ...passwordConfirmation,
      });
      const body = { name: 'Laptop', response: authenticator.create(data.options) };
      const answer = await server().post<FactorsItem>('/api/factors/passkeys', { as, body });
      return { authenticator, body, answer };
    },
    signIn: (userName: TestPersonName = 'doctor', more: object = {}) =>
      server().post<FirstStep>('/api/login', { body: { userName, password: TEST_PASSWORD, ...more } }),
    finish: (body: object) => server().post<{ token: string }>('/api/secondStep', { body }),
    passkeyOptions: async () =>
      (await server().post<PasskeyCreation>('/api/passkey/options', { body: {} })).data.options,
  };
}
