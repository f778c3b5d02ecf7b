/** The uploads of one form: each with its progress, pause, resume and what went wrong; and those that were cut off. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileKind, Slot } from '#events/case/options.ts';
import type { FileItem } from '#projections/case/view.ts';
import { authHeaders } from '#web/lib/api.ts';
import {
  discardStoppedUpload,
  type StoppedUpload,
  type StoppedUploadDeps,
  stoppedUploads,
} from '#web/lib/stopped-uploads.ts';
import { startUpload } from '#web/lib/upload.ts';
import { announce } from '#web/ui/live-region.tsx';
import type { ModelFindings } from '#workers/mesh/preview.ts';
import { blankItem, type Job, type SendDeps, sendFile, type UploadItem } from './send-file.ts';

export type { UploadItem } from './send-file.ts';

type Options = {
  caseId: string;
  /** What the case has: the same bytes are not sent twice. */
  files?: readonly Pick<FileItem, 'id' | 'sha256' | 'name' | 'slot'>[];
  /** Called for each file that is in. */
  onDone?: () => void;
};

/** Comlink and the worker come with the first file that is chosen. */
const inspect: SendDeps['inspect'] = async (...args) => {
  const { inspectFile } = await import('#workers/file/client.ts');
  return inspectFile(...args);
};

const stoppedDeps = (): StoppedUploadDeps => ({
  store: localStorage,
  call: (method, url) => fetch(url, { method, headers: { ...authHeaders(), 'Tus-Resumable': '1.0.0' } }),
});

/** What is paused is not in either, and stands where something older still does. */
const busyStates: readonly UploadItem['state'][] = ['checking', 'turning', 'sending', 'paused'];
/** True while a file is on its way, or waits to go on. */
export const isBusy = (items: readonly Pick<UploadItem, 'state'>[]): boolean =>
  items.some(({ state }) => busyStates.includes(state));
/** A file of one piece is in before a quarter could be told. */
const quartersFrom = 8 * 1024 * 1024;

/** Tells those who do not see the bar: of each quarter of a large file, and of its end. */
function useTold(items: readonly UploadItem[]): void {
  const { t } = useTranslation(['file', 'error']);
  const told = useRef(new Map<string, string>());
  useEffect(() => {
    for (const { key, name, state, sent, size } of items) {
      const quarter = size > quartersFrom && state === 'sending' ? Math.floor((sent / size) * 4) * 25 : 0;
      const now = quarter > 0 && quarter < 100 ? String(quarter) : state;
      if (told.current.get(key) === now) continue;
      told.current.set(key, now);
      if (now === state && (state === 'done' || state === 'failed'))
        announce(t(`file:told.${state}`, { name }), state === 'failed' ? 'assertive' : 'polite');
      if (now !== state) announce(t('file:told.quarter', { name, percent: quarter }));
    }
  }, [items, t]);
}

/** Those that were cut off, as the server has them when the form opens. */
function useStopped(caseId: string) {
  const [stopped, setStopped] = useState<StoppedUpload[]>([]);
  useEffect(() => {
    let gone = false;
    void stoppedUploads(stoppedDeps(), caseId).then(found => {
      if (!gone) setStopped(found);
    });
    return () => {
      gone = true;
    };
  }, [caseId]);
  const forget = useCallback((upload: StoppedUpload) => {
    setStopped(list => list.filter(s => s.key !== upload.key));
    return discardStoppedUpload(stoppedDeps(), upload);
  }, []);
  const latest = useRef(stopped);
  latest.current = stopped;
  /** Another file has taken the place. */
  const forgetAt = useCallback(
    (kind: FileKind, slot: Slot | null) => {
      for (const upload of latest.current)
        if (slot !== null && upload.kind === kind && upload.slot === slot) void forget(upload);
    },
    [forget],
  );
  return { stopped, forget, forgetAt };
}

/** Starts, pauses, resumes and cancels uploads; one in a slot replaces the one before it. */
export function useUploads({ caseId, files, onDone }: Options) {
  const [items, setItems] = useState<UploadItem[]>([]);
  const { stopped, forget, forgetAt } = useStopped(caseId);
  const jobs = useRef(new Map<string, { job: Job; file: File }>());
  // What callbacks look at while they run: always the newest.
  const latest = useRef({ items, files, onDone });
  latest.current = { items, files, onDone };
  /** Of models that are in, while the form is open: a doubt stays where its file is. */
  const found = useRef(new Map<string, ModelFindings>());
  useTold(items);
  useEffect(() => {
    // From here on it is the case's: it may be moved, replaced or taken off, and its upload must not come back.
    const arrived = ({ fileId }: UploadItem) => files?.some(f => f.id === fileId) === true;
    setItems(list => (list.some(arrived) ? list.filter(i => !arrived(i)) : list));
  }, [files]);

  const remove = useCallback((key: string) => {
    jobs.current.get(key)?.job.cancel();
    jobs.current.delete(key);
    setItems(list => list.filter(i => i.key !== key));
  }, []);

  const add = useCallback(
    (file: File, kind: FileKind, slot: Slot | null) => {
      const item = blankItem(file, kind, slot);
      for (const other of latest.current.items)
        if (other.key === item.key || (slot && other.slot === slot)) remove(other.key);
      setItems(list => [...list.filter(i => i.key !== item.key), item]);
      const twinOf: SendDeps['twinOf'] = sha256 => {
        const { items, files } = latest.current;
        // What is in is the case's, or of a form that knows of no case's files.
        const coming = items.filter(
          i => i.key !== item.key && i.state !== 'failed' && !(files && i.state === 'done'),
        );
        return [...(files ?? []), ...coming].find(f => f.sha256 === sha256);
      };
      let read: ModelFindings | undefined;
      const tell = (change: Partial<UploadItem>) => {
        setItems(list => list.map(i => (i.key === item.key ? { ...i, ...change } : i)));
        read = change.model?.findings ?? read;
        if (change.state !== 'done') return;
        const { fileId } = change;
        if (fileId && read) found.current.set(fileId, read);
        latest.current.onDone?.();
        forgetAt(kind, slot);
      };
      const deps = { inspect, start: startUpload, headers: authHeaders, twinOf };
      jobs.current.set(item.key, { job: sendFile(file, { caseId, kind, slot }, deps, tell), file });
    },
    [caseId, remove, forgetAt],
  );

  useEffect(() => {
    const all = jobs.current;
    // Leaving the form pauses what runs: it is taken up again, by its bytes, when the same file is chosen.
    return () => {
      for (const { job } of all.values()) job.leave();
    };
  }, []);

  return useMemo(
    () => ({
      items,
      add,
      remove,
      pause: (key: string) => jobs.current.get(key)?.job.pause(),
      resume: (key: string) => jobs.current.get(key)?.job.resume(),
      /** Once more from the beginning, or from where the server has it. */
      retry: ({ key, kind, slot }: UploadItem) => {
        const file = jobs.current.get(key)?.file;
        if (file) add(file, kind, slot);
      },
      /** What stopped and is not on its way again. */
      stopped: stopped.filter(
        s => !items.some(i => i.kind === s.kind && (s.slot ? i.slot === s.slot : i.name === s.name)),
      ),
      forget,
      /** What was found of a model that came by this form. */
      foundOf: (fileId: string) => found.current.get(fileId),
      /** Ids of all files that are in. */
      fileIds: items.flatMap(i => (i.fileId ? [i.fileId] : [])),
      /** True while a file is on its way, or waits to go on. */
      busy: isBusy(items),
    }),
    [items, add, remove, stopped, forget],
  );
}

export type Uploads = ReturnType<typeof useUploads>;
