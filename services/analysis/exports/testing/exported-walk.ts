/** A walk over cases whose tables can be exported, in folders of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportFormat, XesTraceKind } from '#events/analysis/export-formats.ts';
import { type TableName, tableNames } from '../../tables.ts';
import { openTestTables, walkTwoOrganisations } from '../../testing/kept-tables.ts';
import type { ExportProgress, MadeExport } from '../export-answer.ts';
import { runExport } from '../export-process.ts';

type How = {
  trace?: XesTraceKind;
  tables?: readonly TableName[];
  /** Clock of the log in ms. */
  from?: number | null;
  to?: number | null;
  position?: bigint;
  signal?: AbortSignal;
};

/** @param steps of the walk */
export async function openExportedWalk({ seed, steps }: { seed: number; steps: number }) {
  const root = mkdtempSync(join(tmpdir(), 'archline-exports-'));
  const kept = openTestTables();
  await walkTwoOrganisations(kept.log, { seed, steps });
  const running = kept.start();
  await running.idle();
  await running.stop();
  let folders = 0;
  const make = async (orgId: string, format: ExportFormat, how: How) => {
    const { trace = 'case', tables = tableNames, from = null, to = null, position } = how;
    const { signal = new AbortController().signal } = how;
    const seen: ExportProgress[] = [];
    const made: MadeExport = await runExport({
      ...{ format, trace, tables, from, to, log: 'log-id', about: { log: 'log-id' }, signal },
      open: await kept.tables.open(orgId, position === undefined ? undefined : { position }),
      folder: join(root, String(folders++)),
      onProgress: progress => seen.push(progress),
    });
    return { ...made, seen };
  };
  /** Whole exports by organisation and format. Each takes a process. */
  const whole = new Map<string, ReturnType<typeof make>>();
  return {
    ...{ root, kept },
    /** Exports the tables of an organisation, whole ones once. `seen`: the progress that was reported. */
    exported: async (orgId: string, format: ExportFormat, how: How = {}) => {
      if (Object.keys(how).length > 0) return make(orgId, format, how);
      const key = `${orgId} ${format}`;
      const made = whole.get(key) ?? make(orgId, format, how);
      whole.set(key, made);
      return made;
    },
    /** The rows of a question. */
    rows: async (orgId: string, sql: string) => (await (await kept.tables.open(orgId)).run(sql)).rows,
    dispose: () => {
      kept.dispose();
      rmSync(root, { recursive: true });
    },
  };
}
export type ExportedWalk = Awaited<ReturnType<typeof openExportedWalk>>;
