/**
 * Links that one person may use once: for a forgotten password, an invitation, the first start. The vault stores a
 * keyed hash of the token. A subject has one valid link per purpose; a newer link invalidates it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Json } from '#events/envelope.ts';
import type { Clock, Ids } from '../clock/clock.ts';
import { type Vault, type VaultRecord, VersionMismatchError } from '../vault/port.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Purposes, and how long a link of each is valid. */
export const linkLifetimesMs = {
  forgotPwd: 30 * MINUTE_MS,
  firstStart: 30 * MINUTE_MS,
  invitation: 7 * DAY_MS,
} as const satisfies Record<string, number>;

type LinkPurpose = keyof typeof linkLifetimesMs;

export type LinkFacts = {
  /** Whom or what the link is about, for example a person's id. */
  subject: string;
  /** Facts that the link's page needs, and the state that it is bound to, such as a password's version. */
  facts: Json;
};

export type SingleUseLinks = {
  /** Issues a token for a link's address, and invalidates the subject's earlier link of this purpose. */
  issue(purpose: LinkPurpose, link: LinkFacts): Promise<string>;
  /** Returns the content of a valid token, without using it up; undefined if it is wrong, used, replaced or expired. */
  peek(purpose: LinkPurpose, token: string): Promise<LinkFacts | undefined>;
  /** Uses a token up. Of simultaneous calls one succeeds, the others get undefined. */
  redeem(purpose: LinkPurpose, token: string): Promise<LinkFacts | undefined>;
  /** Invalidates the subject's link, if there is one. */
  withdraw(purpose: LinkPurpose, subject: string): Promise<void>;
  /** Deletes expired records. */
  sweep(): Promise<void>;
};

type StoredLink = LinkFacts & { hash: string; until: number };

const PREFIX = 'link/';
const TOKEN_BYTES = 24;
const tokenForm = /^([\w-]{22})\.([\w-]{32})$/;

/** Cast: only this file writes these records. */
const linkOf = (kept: VaultRecord | undefined) => kept?.value as StoredLink | undefined;

const same = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

type LinkDeps = { vault: Vault; clock: Clock; ids: Pick<Ids, 'bytes'>; key: Buffer };

export function createSingleUseLinks({ vault, clock, ids, key }: LinkDeps): SingleUseLinks {
  const hashOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  /** Name of the subject in tokens and record keys. It does not reveal the subject. */
  const nameOf = (purpose: LinkPurpose, subject: string) => hashOf(`${purpose}\n${subject}`).slice(0, 22);
  const keyOf = (purpose: LinkPurpose, name: string) => `${PREFIX}${purpose}/${name}`;

  const find = async (purpose: LinkPurpose, token: string) => {
    const [, name] = tokenForm.exec(token) ?? [];
    const kept = name === undefined ? undefined : await vault.get(keyOf(purpose, name));
    const link = linkOf(kept);
    if (!kept || !link || clock.now() >= link.until || !same(link.hash, hashOf(token))) return undefined;
    return { kept, link: { subject: link.subject, facts: link.facts } };
  };
  return {
    issue: async (purpose, { subject, facts }) => {
      const name = nameOf(purpose, subject);
      const token = `${name}.${ids.bytes(TOKEN_BYTES).toString('base64url')}`;
      const until = clock.now() + linkLifetimesMs[purpose];
      await vault.put(keyOf(purpose, name), { subject, facts, hash: hashOf(token), until });
      return token;
    },
    peek: async (purpose, token) => (await find(purpose, token))?.link,
    redeem: async (purpose, token) => {
      const found = await find(purpose, token);
      if (!found) return undefined;
      try {
        return (await vault.delete(found.kept.key, found.kept.version)) ? found.link : undefined;
      } catch (error) {
        // Another request has used or replaced the link.
        if (error instanceof VersionMismatchError) return undefined;
        throw error;
      }
    },
    withdraw: async (purpose, subject) => {
      await vault.delete(keyOf(purpose, nameOf(purpose, subject)));
    },
    sweep: async () => {
      for await (const kept of vault.list(PREFIX))
        if (clock.now() >= (linkOf(kept)?.until ?? 0))
          await vault.delete(kept.key, kept.version).catch((error: unknown) => {
            if (!(error instanceof VersionMismatchError)) throw error;
          });
    },
  };
}
