/** What this page says and the server has not acknowledged yet. Pure; kept over a reload by whoever holds it. */
import type { ChatRef } from '#events/chat/message.ts';
import type { Issue } from '#events/errors.ts';

export type PendingFile = {
  name: string;
  size: number;
  /** Bytes that have arrived. */
  sent: number;
  /** The upload's id, once its last byte is in. */
  id: string | null;
  paused: boolean;
};

export type Pending = {
  /** This page's own id of it: sent twice, it is one message. */
  client: string;
  text: string;
  files: readonly PendingFile[];
  refs: readonly ChatRef[];
  replyTo: string | null;
  mentions: readonly string[];
  /** ISO time at which it was written. */
  at: string;
  /** `stored`: acknowledged, and not yet seen among the messages. */
  state: 'queued' | 'sending' | 'stored' | 'failed';
  /** Why it failed, by the catalogue's code; null: no answer. */
  code: number | null;
  issues: readonly Issue[];
  /** Its number, once it is stored. */
  seq: number | null;
};

export type Draft = {
  text: string;
  files?: readonly File[];
  refs?: readonly ChatRef[];
  replyTo?: string | null;
  mentions?: readonly string[];
};

export function pendingOf(draft: Draft, client: string, at: string): Pending {
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

export const changed = (
  all: readonly Pending[],
  client: string,
  change: Partial<Pending>,
): readonly Pending[] => all.map(one => (one.client === client ? { ...one, ...change } : one));

export const without = (all: readonly Pending[], client: string): readonly Pending[] =>
  all.filter(one => one.client !== client);

const isUploaded = ({ files }: Pending) => files.every(file => file.id !== null);

/**
 * The next one to be sent: the oldest that has not failed. None while it is on its way, or while its files are: what
 * was written later is said later.
 */
export function nextToSend(all: readonly Pending[]): Pending | undefined {
  const next = all.find(one => one.state === 'queued' || one.state === 'sending');
  return next?.state === 'queued' && isUploaded(next) ? next : undefined;
}

/** As `chat:send` takes it. */
export const messageOf = ({ client, text, files, refs, replyTo, mentions }: Pending) => ({
  client,
  ...(text === '' ? {} : { text }),
  ...(files.length === 0 ? {} : { files: files.flatMap(file => file.id ?? []) }),
  ...(refs.length === 0 ? {} : { refs: [...refs] }),
  ...(replyTo === null ? {} : { replyTo }),
  ...(mentions.length === 0 ? {} : { mentions: [...mentions] }),
});

/** What a reload may keep: a file that is on its way is gone with the page. */
export const kept = (all: readonly Pending[]): readonly Pending[] =>
  all
    .filter(one => one.state !== 'stored' && isUploaded(one))
    .map(one => (one.state === 'sending' ? { ...one, state: 'queued' } : one));

/** Both windows' own, each once: another one of this browser may have written meanwhile. */
export const restored = (stored: unknown): readonly Pending[] =>
  Array.isArray(stored) ? stored.filter((one): one is Pending => typeof one?.client === 'string') : [];
