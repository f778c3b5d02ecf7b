/** A provider for tests that makes any statement that a test wants, including forged ones. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

type Answer = { status?: number; headers?: Record<string, string>; body: string };

export type ForgingProvider = {
  issuer: string;
  /** Signs a token with the published key, or another one. */
  sign(payload: JWTPayload, how?: { key?: 'published' | 'other'; typ?: string }): Promise<string>;
  /** Answers by path, in place of the usual ones. A promise delays the answer. */
  answers: Map<string, Answer | Promise<Answer>>;
  close(): Promise<void>;
};

const json = (value: object): Answer => ({
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
});

/** Keys that all forging providers share, because making keys takes long. */
const madeKeys = Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);

export async function openForgingProvider(): Promise<ForgingProvider> {
  const [published, other] = await madeKeys;
  const keys = { published, other };
  const answers: ForgingProvider['answers'] = new Map();
  const answer = async ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    const { status = 404, headers = {}, body } = (await answers.get(url.split('?')[0] ?? '')) ?? { body: '' };
    response.writeHead(status === 404 && body !== '' ? 200 : status, headers).end(body);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const key = { ...(await exportJWK(published.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  answers.set(
    '/.well-known/openid-configuration',
    json({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    }),
  );
  answers.set('/jwks', json({ keys: [key] }));
  return {
    issuer,
    sign: (payload, { key: signing = 'published', typ = 'JWT' } = {}) =>
      new SignJWT(payload)
        .setProtectedHeader({ alg: 'RS256', kid: 'one', typ })
        .sign(keys[signing].privateKey),
    answers,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
