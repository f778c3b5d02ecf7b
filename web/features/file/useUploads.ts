/** The uploads of one form: each with its progress, pause, resume and what went wrong. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FileKind, Slot } from '#events/case/options.ts';
import { authHeaders } from '#web/lib/api.ts';
import {
  type RunningUpload,
  refusedBefore,
  startUpload,
  UploadError,
  type UploadProgress,
  type UploadState,
} from '#web/lib/upload.ts';

export type UploadItem = {
  key: string;
  name: string;
  size: number;
  kind: FileKind;
  slot: Slot | null;
  state: UploadState;
  sent: number;
  speed: number;
  /** The file's id, once it is in. */
  fileId: string | null;
  /** An issue word (refused here), or the server's sentence. */
  error: { word: string } | { message: string } | null;
};

type Options = {
  caseId: string;
  /** Called for each file that is in. */
  onDone?: (item: UploadItem & { fileId: string }) => void;
};

const blank = (file: File, kind: FileKind, slot: Slot | null): UploadItem => ({
  key: `${kind}-${slot ?? file.name}-${file.size}-${file.lastModified}`,
  name: file.name,
  size: file.size,
  kind,
  slot,
  state: 'checking',
  sent: 0,
  speed: 0,
  fileId: null,
  error: null,
});

/** Starts, pauses, resumes and cancels uploads; one in a slot replaces the one before it. */
export function useUploads({ caseId, onDone }: Options) {
  const [items, setItems] = useState<UploadItem[]>([]);
  const running = useRef(new Map<string, RunningUpload>());
  const done = useRef(onDone);
  done.current = onDone;

  const patch = useCallback(
    (key: string, change: Partial<UploadItem>) =>
      setItems(list => list.map(item => (item.key === key ? { ...item, ...change } : item))),
    [],
  );

  const add = useCallback(
    async (file: File, kind: FileKind, slot: Slot | null) => {
      const item = blank(file, kind, slot);
      const word = refusedBefore(file, kind);
      const shown: UploadItem = word ? { ...item, state: 'failed', error: { word } } : item;
      setItems(list => [...list.filter(i => i.key !== item.key && !(slot && i.slot === slot)), shown]);
      if (word) return;
      const onProgress = ({ state, sent, speed }: UploadProgress) => patch(item.key, { state, sent, speed });
      const upload = await startUpload(file, { caseId, kind, slot }, authHeaders, onProgress);
      running.current.set(item.key, upload);
      upload.done.then(
        fileId => {
          patch(item.key, { state: 'done', sent: file.size, fileId });
          done.current?.({ ...item, state: 'done', fileId });
        },
        (error: Error) => {
          const cancelled = error.message === 'cancelled';
          if (cancelled) setItems(list => list.filter(i => i.key !== item.key));
          else
            patch(item.key, {
              state: 'failed',
              error: { message: error instanceof UploadError ? error.message : '' },
            });
        },
      );
    },
    [caseId, patch],
  );

  const remove = useCallback((key: string) => {
    const upload = running.current.get(key);
    running.current.delete(key);
    setItems(list => list.filter(i => i.key !== key));
    upload?.cancel();
  }, []);

  useEffect(() => {
    const all = running.current;
    // Leaving the form pauses what runs: it is taken up again, by its fingerprint, when the same file is chosen.
    return () => {
      for (const upload of all.values()) upload.pause();
    };
  }, []);

  return {
    items,
    add,
    remove,
    pause: (key: string) => running.current.get(key)?.pause(),
    resume: (key: string) => running.current.get(key)?.resume(),
    /** Ids of all files that are in. */
    fileIds: items.flatMap(i => (i.fileId ? [i.fileId] : [])),
    /** True while a file is on its way. */
    busy: items.some(i => i.state === 'checking' || i.state === 'waiting' || i.state === 'sending'),
  };
}

export type Uploads = ReturnType<typeof useUploads>;
