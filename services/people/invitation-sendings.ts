/** State of each invitation's mail or text message. The vault's records contain no address. */
import type { Vault, VaultRecord } from '../vault/port.ts';

/** State of an invitation's message. `failed`: it will not be tried again. */
export type InvitationSending = {
  /** Id of the event that asked for the message. */
  event: string;
  state: 'waiting' | 'sent' | 'failed';
  /** Milliseconds since 1970: time of the state, or of the next try while the message waits. */
  at: number;
  tries: number;
};

export type InvitationSendingStore = {
  of(personId: string): Promise<InvitationSending | undefined>;
  put(personId: string, sending: InvitationSending): Promise<void>;
  /** Messages that wait for a try, by the id of the invited person. */
  waiting(): AsyncIterable<[personId: string, sending: InvitationSending]>;
  delete(personId: string): Promise<void>;
};

/** Cast: only this file writes these records. */
const sendingOf = (kept: VaultRecord | undefined) => kept?.value as InvitationSending | undefined;

/** @param prefix of the vault's records. Default: invitations to an account */
export function createInvitationSendingStore(vault: Vault, prefix = 'invitation/'): InvitationSendingStore {
  return {
    of: async personId => sendingOf(await vault.get(prefix + personId)),
    put: async (personId, sending) => void (await vault.put(prefix + personId, sending)),
    waiting: async function* () {
      for await (const kept of vault.list(prefix)) {
        const sending = sendingOf(kept);
        if (sending?.state === 'waiting') yield [kept.key.slice(prefix.length), sending];
      }
    },
    delete: async personId => void (await vault.delete(prefix + personId)),
  };
}
