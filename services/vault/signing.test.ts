import { beforeEach, describe, expect, test } from 'vitest';
import { createManualClock, systemIds } from '../clock/clock.ts';
import { createKnownDevices } from '../people/known-devices.ts';
import { createRememberMe } from '../people/remember-me.ts';
import { createSessionTokens } from '../people/session-tokens.ts';
import { createSignInTickets } from '../people/sign-in-tickets.ts';
import { createShareKeys } from '../share/share-keys.ts';
import { createMemoryVault } from './memory.ts';
import { deriveKey } from './secret.ts';
import {
  openSigning,
  ROTATION_LEAD_MS,
  rotateKeys,
  type SigningPurpose,
  signatureLifetimes,
  signingGenerationAt,
  signingGenerationsKey,
} from './signing.ts';

const secret = Buffer.alloc(32, 7);
const shareId = '0b9a61a3-1c4e-4c55-8f0e-3d4a1c2b9f10';
const session = { personId: 'p-doctor', sessionId: 's' };

let vault: ReturnType<typeof createMemoryVault>;
let clock: ReturnType<typeof createManualClock>;
beforeEach(() => {
  vault = createMemoryVault();
  clock = createManualClock(Date.parse('2026-11-20T08:00:00Z'));
});

const rotate = (now = false) => rotateKeys({ vault, clock, now });

/** One node: signs a sample for each purpose, and verifies samples of other nodes. */
async function openNode() {
  const signing = await openSigning({ vault, secret, clock });
  const tokens = createSessionTokens(signing.of('session tokens'));
  const remember = createRememberMe({ vault, clock, ids: systemIds, keys: signing.of('remember me') });
  const people = { current: async () => ({ people: new Map() }) as never };
  const passwords = { versionOf: async () => '1' };
  const devices = createKnownDevices({
    people,
    passwords,
    ids: systemIds,
    keys: signing.of('known devices'),
  });
  const tickets = createSignInTickets({
    keys: signing.of('sign-in tickets'),
    ...{ vault, clock, ids: systemIds },
  });
  const links = createShareKeys(signing.of('share links'));
  const sign: Record<SigningPurpose, () => Promise<string>> = {
    'session tokens': async () => (await tokens.sign(session, clock.now())).token,
    'remember me': () => remember.issue('p-doctor'),
    'share links': async () => links.keyOf(shareId),
    'known devices': () => devices.signedIn(undefined, 'p-doctor'),
    'sign-in tickets': () => tickets.sign('singleSignOn', { orgId: 'main', state: 's', returnTo: '/' }),
  };
  const accepts: Record<SigningPurpose, (signed: string) => Promise<boolean>> = {
    'session tokens': signed =>
      tokens.read(signed).then(
        () => true,
        () => false,
      ),
    'remember me': signed => remember.lasts(signed),
    'share links': async signed => links.idOf(signed) === shareId,
    'known devices': async signed => devices.idOf(signed) !== undefined,
    'sign-in tickets': async signed => (await tickets.read('singleSignOn', signed)) !== undefined,
  };
  return { signing, sign, accepts, devices };
}

const purposes = Object.entries(signatureLifetimes) as [SigningPurpose, number][];

describe.each(purposes)('%s', (purpose, lifetime) => {
  test('verify after a rotation until the last one has expired', async () => {
    const node = await openNode();
    const { since } = await rotate();
    await node.signing.refresh();
    clock.set(since - 1);
    const last = await node.sign[purpose]();
    clock.set(since + lifetime);
    expect(await node.accepts[purpose](last)).toBe(true);
    clock.set(since + lifetime + ROTATION_LEAD_MS);
    expect(await node.accepts[purpose](last)).toBe(false);
  });

  test('of the next generation are accepted by a node that started before the rotation', async () => {
    const [here, there] = [await openNode(), await openNode()];
    const { n, since } = await rotate();
    await here.signing.refresh();
    const before = await here.sign[purpose]();
    expect(await there.accepts[purpose](before)).toBe(true);
    clock.set(since);
    const signed = await here.sign[purpose]();
    expect(here.signing.of(purpose).current()).toEqual(deriveKey(secret, `${purpose} ${n}`));
    await there.signing.refresh();
    expect([await there.accepts[purpose](signed), await there.accepts[purpose](before)]).toEqual([
      true,
      true,
    ]);
  });

  test('of older generations end at once with `now`, on every node that has refreshed', async () => {
    const [here, there] = [await openNode(), await openNode()];
    const leaked = await here.sign[purpose]();
    expect(await there.accepts[purpose](leaked)).toBe(true);
    await rotate(true);
    for (const node of [here, there]) {
      await node.signing.refresh();
      expect(await node.accepts[purpose](leaked)).toBe(false);
    }
    expect(await there.accepts[purpose](await here.sign[purpose]())).toBe(true);
  });
});

test('keep their keys in installations that never rotated', async () => {
  const { signing } = await openNode();
  for (const [purpose] of purposes) expect(signing.of(purpose).valid()).toEqual([deriveKey(secret, purpose)]);
});

test('use a scheduled generation only after every node knows it', async () => {
  const { signing } = await openNode();
  const { since } = await rotate();
  await signing.refresh();
  const { current } = signing.of('share links');
  expect(since).toBe(clock.now() + ROTATION_LEAD_MS);
  expect(current()).toEqual(deriveKey(secret, 'share links'));
  clock.set(since);
  expect(current()).toEqual(deriveKey(secret, 'share links 1'));
});

test('are signed with the oldest generation if the clock is behind all', () => {
  expect(signingGenerationAt([{ n: 3, since: 50 }], 10)?.n).toBe(3);
});

test('have two generations after two parallel rotations', async () => {
  expect((await Promise.all([rotate(), rotate()])).map(({ n }) => n).toSorted()).toEqual([1, 2]);
});

test('drop generations from the record once no signature of theirs is valid', async () => {
  await rotate();
  clock.advance(Math.max(...Object.values(signatureLifetimes)) + 2 * ROTATION_LEAD_MS);
  await rotate();
  expect((await vault.get(signingGenerationsKey))?.value).toMatchObject([{ n: 1 }, { n: 2 }]);
});
