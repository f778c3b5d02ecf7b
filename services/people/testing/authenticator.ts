/** An authenticator in software, for tests: one passkey of P-256, without attestation. */
import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url');

/** Flags of authenticator data: user present, user verified, attested credential included. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** COSE labels and values of an ES256 key on P-256 (RFC 9053). */
function coseKeyOf(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]),
  );
}

function counted(counter: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(counter);
  return bytes;
}

/** @param origin origin of the page; `verifies`: false for an authenticator that does not ask for a finger or a PIN */
export function createAuthenticator(origin: string, { verifies = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = sha256(publicKey.export({ type: 'spki', format: 'der' }));
  const rpIdHash = sha256(new URL(origin).hostname);
  const flags = PRESENT | (verifies ? VERIFIED : 0);
  let counter = 0;
  let userHandle = '';
  const clientData = (type: string, challenge: string) =>
    JSON.stringify({ type, challenge, origin, crossOrigin: false });
  const common = {
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    clientExtensionResults: {},
  } as const;
  return {
    id: common.id,
    /** Answers `navigator.credentials.create`. */
    create({ challenge, user }: { challenge: string; user: { id: string } }): RegistrationResponseJSON {
      userHandle = user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const head = [rpIdHash, Buffer.of(flags | ATTESTED), counted(counter)];
      const credential = [Buffer.alloc(16), length, id, Buffer.from(coseKeyOf(publicKey))];
      const authData = Uint8Array.from(Buffer.concat([...head, ...credential]));
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', authData],
      ]);
      return {
        ...common,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge)),
          attestationObject: base64url(isoCBOR.encode(attestation)),
          transports: ['internal'],
        },
      };
    },
    /** Answers `navigator.credentials.get`. */
    get({ challenge }: { challenge: string }): AuthenticationResponseJSON {
      counter += 1;
      const client = clientData('webauthn.get', challenge);
      const authData = Buffer.concat([rpIdHash, Buffer.of(flags), counted(counter)]);
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(client)]))
        .sign(privateKey);
      return {
        ...common,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          userHandle,
        },
      };
    },
  };
}
