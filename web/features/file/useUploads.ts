/** The uploads of one form: progress, pause, resume, errors; and interrupted uploads. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileKind, Slot } from '#events/case/options.ts';
import type { FileItem } from '#projections/case/view.ts';
import { createAuthHeaders } from '#web/lib/api.ts';
import {
  discardStoppedUpload,
  findStoppedUploads,
  type StoppedUpload,
  type StoppedUploadDeps,
} from '#web/lib/stopped-uploads.ts';
import { startUpload } from '#web/lib/upload.ts';
import { announceToScreenReaders } from '#web/ui/live-region.tsx';
import type { ModelFindings } from '#workers/mesh/preview.ts';
import { newUploadItem, type SendFileDeps, sendFile, type UploadItem, type UploadJob } from './send-file.ts';

export type { UploadItem } from './send-file.ts';

type Options = {
  caseId: string;
  /** Files of the case, for detecting duplicates. */
  files?: readonly Pick<FileItem, 'id' | 'sha256' | 'name' | 'slot'>[];
  /** Called after each file is stored. */
  onDone?: () => void;
};

/** Loads comlink and the worker with the first chosen file. */
const inspect: SendFileDeps['inspect'] = async (...args) => {
  const { inspectFile } = await import('#workers/file/client.ts');
  return inspectFile(...args);
};

const stoppedDeps = (): StoppedUploadDeps => ({
  store: localStorage,
  call: (method, url) =>
    fetch(url, { method, headers: { ...createAuthHeaders(), 'Tus-Resumable': '1.0.0' } }),
});

/** Includes `paused`: the old file of the slot is still in place. */
const busyStates: readonly UploadItem['state'][] = ['checking', 'turning', 'sending', 'paused'];
/** Whether a file is being uploaded or paused. */
export const hasBusyUpload = (items: readonly Pick<UploadItem, 'state'>[]): boolean =>
  items.some(({ state }) => busyStates.includes(state));
/** Minimum size for announcing quarters: smaller files are sent in one piece. */
const quartersFrom = 8 * 1024 * 1024;

/** Announces each quarter of a large upload, and its end, to screen readers. */
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
        announceToScreenReaders(
          t(`file:told.${state}`, { name }),
          state === 'failed' ? 'assertive' : 'polite',
        );
      if (now !== state) announceToScreenReaders(t('file:told.quarter', { name, percent: quarter }));
    }
  }, [items, t]);
}

/** Interrupted uploads, as the server has them when the form opens. */
function useStopped(caseId: string) {
  const [stopped, setStopped] = useState<StoppedUpload[]>([]);
  useEffect(() => {
    let gone = false;
    void findStoppedUploads(stoppedDeps(), caseId).then(found => {
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
  /** Another file was chosen for the slot. */
  const forgetAt = useCallback(
    (kind: FileKind, slot: Slot | null) => {
      for (const upload of latest.current)
        if (slot !== null && upload.kind === kind && upload.slot === slot) void forget(upload);
    },
    [forget],
  );
  return { stopped, forget, forgetAt };
}

/** Files with which an upload may be identical: the case's, and the form's other uploads. */
function otherFilesOf({ items, files }: { items: UploadItem[]; files: Options['files'] }, key: string) {
  // Stored uploads count only in forms that do not know the case's files.
  const coming = items.filter(
    other => other.key !== key && other.state !== 'failed' && !(files && other.state === 'done'),
  );
  return [...(files ?? []), ...coming];
}

/** Starts, pauses, resumes and cancels uploads; a new file in a slot replaces the earlier one. */
export function useUploads({ caseId, files, onDone }: Options) {
  const [items, setItems] = useState<UploadItem[]>([]);
  const { stopped, forget, forgetAt } = useStopped(caseId);
  const jobs = useRef(new Map<string, { job: UploadJob; file: File }>());
  // The latest props and state, for use in callbacks.
  const latest = useRef({ items, files, onDone });
  latest.current = { items, files, onDone };
  /** Findings of stored models while the form is open: a doubt follows its file. */
  const found = useRef(new Map<string, ModelFindings>());
  useTold(items);
  useEffect(() => {
    // The case has the file now: it may be moved or removed, and its upload line must not return.
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
      const item = newUploadItem(file, kind, slot);
      for (const other of latest.current.items)
        if (other.key === item.key || (slot && other.slot === slot)) remove(other.key);
      setItems(list => [...list.filter(i => i.key !== item.key), item]);
      const twinOf: SendFileDeps['twinOf'] = sha256 =>
        otherFilesOf(latest.current, item.key).find(other => other.sha256 === sha256);
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
      const deps = { inspect, start: startUpload, headers: createAuthHeaders, twinOf };
      jobs.current.set(item.key, { job: sendFile(file, { caseId, kind, slot }, deps, tell), file });
    },
    [caseId, remove, forgetAt],
  );

  useEffect(() => {
    const all = jobs.current;
    // Closing the form pauses uploads: choosing the same file later resumes them.
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
      /** Retries from the beginning, or from the server's progress. */
      retry: ({ key, kind, slot }: UploadItem) => {
        const file = jobs.current.get(key)?.file;
        if (file) add(file, kind, slot);
      },
      /** Interrupted uploads that are not running again. */
      stopped: stopped.filter(
        s => !items.some(i => i.kind === s.kind && (s.slot ? i.slot === s.slot : i.name === s.name)),
      ),
      forget,
      /** Findings of a model uploaded by this form. */
      foundOf: (fileId: string) => found.current.get(fileId),
      /** Ids of all stored files. */
      fileIds: items.flatMap(i => (i.fileId ? [i.fileId] : [])),
      /** Whether a file is being uploaded or paused. */
      busy: hasBusyUpload(items),
    }),
    [items, add, remove, stopped, forget],
  );
}

export type UploadControl = ReturnType<typeof useUploads>;
