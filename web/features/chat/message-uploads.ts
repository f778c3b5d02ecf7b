/** Uploads of a message's files: check before sending, pause, resume, cancel. */
import { createAuthHeaders } from '#web/lib/browser.ts';
import { type RunningUpload, startUpload, UploadError } from '#web/lib/upload.ts';
import type { UnsentFile, WrittenMessage } from './outbox.ts';
import type { ThreadController } from './thread.ts';

type Sent = Pick<ThreadController, 'get' | 'send' | 'change' | 'discard' | 'retry'>;

export function createMessageUploads(thread: Sent) {
  const running = new Map<string, RunningUpload[]>();
  const held = new Map<string, readonly File[]>();

  const change = (client: string, i: number, to: Partial<UnsentFile>) => {
    const one = thread.get().pending.find(p => p.client === client);
    if (!one) return;
    thread.change(client, { files: one.files.map((file, n) => (n === i ? { ...file, ...to } : file)) });
  };
  const upload = async (client: string, file: File, i: number) => {
    const target = { caseId: null, kind: 'chat', slot: null } as const;
    // The message's id and the file's index identify the upload, so it need not wait for a hash.
    const parcel = { bytes: file, name: file.name, sha256: `${client}-${i}` };
    const started = await startUpload(parcel, target, createAuthHeaders, ({ sent }) =>
      change(client, i, { sent }),
    );
    running.set(client, [...(running.get(client) ?? []), started]);
    // The message was cancelled while the upload started.
    if (!thread.get().pending.some(p => p.client === client)) started.cancel();
    change(client, i, { id: await started.done, sent: file.size });
  };
  const begin = async (client: string, files: readonly File[]) => {
    try {
      await Promise.all(files.map((file, i) => upload(client, file, i)));
      running.delete(client);
      held.delete(client);
    } catch (error) {
      if (!(error instanceof UploadError)) throw error;
      const { code, issues } = error.fault;
      thread.change(client, { state: 'failed', code, issues });
    }
  };
  return {
    send(draft: WrittenMessage): string {
      const client = thread.send(draft);
      const { files = [] } = draft;
      if (files.length > 0) {
        held.set(client, files);
        void begin(client, files);
      }
      return client;
    },
    pause(client: string, paused: boolean): void {
      for (const one of running.get(client) ?? []) paused ? one.pause() : one.resume();
      const files = thread.get().pending.find(p => p.client === client)?.files ?? [];
      thread.change(client, { files: files.map(file => ({ ...file, paused })) });
    },
    /** Sends the message again; unfinished uploads resume. */
    retry(client: string): void {
      const files = held.get(client);
      running.delete(client);
      thread.retry(client);
      if (files) void begin(client, files);
    },
    discard(client: string): void {
      for (const one of running.get(client) ?? []) one.cancel();
      running.delete(client);
      held.delete(client);
      thread.discard(client);
    },
  };
}
