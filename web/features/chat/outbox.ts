/** Messages that the server has not acknowledged. Pure; the caller stores them over a reload. */
import type { ChatRef } from '#events/chat/message.ts';
import type { Issue } from '#events/errors.ts';

export type UnsentFile = {
  name: string;
  size: number;
  /** Uploaded bytes of the file. */
  sent: number;
  /** Id of the file's upload, once complete. */
  id: string | null;
  paused: boolean;
};

export type UnsentMessage = {
  /** Client-generated id: a message sent twice is stored once. */
  client: string;
  text: string;
  files: readonly UnsentFile[];
  refs: readonly ChatRef[];
  replyTo: string | null;
  mentions: readonly string[];
  /** ISO time at which the message was written. */
  at: string;
  /** `stored`: acknowledged, but not among the loaded messages. */
  state: 'queued' | 'sending' | 'stored' | 'failed';
  /** Error code from the catalogue; null: no answer. */
  code: number | null;
  issues: readonly Issue[];
  /** Message number, once stored. */
  seq: number | null;
};

export type WrittenMessage = {
  text: string;
  files?: readonly File[];
  refs?: readonly ChatRef[];
  replyTo?: string | null;
  mentions?: readonly string[];
};

export function createUnsentMessage(draft: WrittenMessage, client: string, at: string): UnsentMessage {
  const { text, files = [], refs = [], replyTo = null, mentions = [] } = draft;
  return {
    client,
    text,
    refs,
    replyTo,
    mentions,
    at,
    files: files.map(({ name, size }) => ({ name, size, sent: 0, id: null, paused: false })),
    state: 'queued',
    code: null,
    issues: [],
    seq: null,
  };
}

export const changeUnsentMessage = (
  all: readonly UnsentMessage[],
  client: string,
  change: Partial<UnsentMessage>,
): readonly UnsentMessage[] => all.map(one => (one.client === client ? { ...one, ...change } : one));

export const removeUnsentMessage = (
  all: readonly UnsentMessage[],
  client: string,
): readonly UnsentMessage[] => all.filter(one => one.client !== client);

const isUploaded = ({ files }: UnsentMessage) => files.every(file => file.id !== null);

/**
 * Returns the oldest message that has not failed. Undefined while it is being sent or its files are
 * uploading: the order of messages is kept.
 */
export function nextMessageToSend(all: readonly UnsentMessage[]): UnsentMessage | undefined {
  const next = all.find(one => one.state === 'queued' || one.state === 'sending');
  return next?.state === 'queued' && isUploaded(next) ? next : undefined;
}

/** Converts a message to the payload of `chat:send`. */
export const chatSendPayloadOf = ({ client, text, files, refs, replyTo, mentions }: UnsentMessage) => ({
  client,
  ...(text === '' ? {} : { text }),
  ...(files.length === 0 ? {} : { files: files.flatMap(file => file.id ?? []) }),
  ...(refs.length === 0 ? {} : { refs: [...refs] }),
  ...(replyTo === null ? {} : { replyTo }),
  ...(mentions.length === 0 ? {} : { mentions: [...mentions] }),
});

/** Returns the messages to store over a reload: a file in upload is lost with the page. */
export const storableMessages = (all: readonly UnsentMessage[]): readonly UnsentMessage[] =>
  all
    .filter(one => one.state !== 'stored' && isUploaded(one))
    .map(one => (one.state === 'sending' ? { ...one, state: 'queued' } : one));

/** Parses the stored messages; drops invalid entries. */
export const readStoredMessages = (stored: unknown): readonly UnsentMessage[] =>
  Array.isArray(stored) ? stored.filter((one): one is UnsentMessage => typeof one?.client === 'string') : [];
