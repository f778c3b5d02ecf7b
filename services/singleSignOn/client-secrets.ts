/** Client secrets of organisations at their providers, sealed in the vault. No API answer contains one. */
import type { Vault } from '../vault/port.ts';
import { createSecretBox } from '../vault/secret-box.ts';

export type ClientSecrets = {
  has(orgId: string): Promise<boolean>;
  /** Returns the secret; undefined if the provider knows this installation without one. */
  read(orgId: string): Promise<string | undefined>;
  set(orgId: string, secret: string): Promise<void>;
  delete(orgId: string): Promise<void>;
};

const PREFIX = 'singleSignOn/';

export function createClientSecrets({ vault, key }: { vault: Vault; key: Buffer }): ClientSecrets {
  const box = createSecretBox(key);
  const sealed = async (orgId: string) => (await vault.get(PREFIX + orgId))?.value;
  return {
    has: async orgId => (await sealed(orgId)) !== undefined,
    read: async orgId => {
      const text = await sealed(orgId);
      return typeof text === 'string' ? box.open(orgId, text) : undefined;
    },
    set: async (orgId, secret) => void (await vault.put(PREFIX + orgId, await box.seal(orgId, secret))),
    delete: async orgId => void (await vault.delete(PREFIX + orgId)),
  };
}
