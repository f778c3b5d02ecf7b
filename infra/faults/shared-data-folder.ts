/**
 * Fault: two nodes on one data folder. The second refuses to start with a clear message, and the first
 * continues.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRemoteLog } from '../stack/servers.ts';
import { startServer } from '../testing/server.ts';
import { assertThat } from './fault.ts';
import { isServerReady } from './verify-stack.ts';

const sentence =
  /^The data folder .* is in use by another Archline process\. Stop that process first, or set DATA_DIR/m;

async function refusedBeside(settings: Record<string, string>): Promise<void> {
  const env = { DEMO: '0', ...settings };
  const first = await startServer({ pages: false, env });
  try {
    const said = await startServer({ pages: false, env, dataDir: first.dataDir }).then(
      async second => {
        await second.stop({ keep: true });
        return 'it started';
      },
      (error: Error) => error.message,
    );
    assertThat(`the second one: ${said}`, sentence.test(said) && !said.includes('    at '));
    assertThat('the first one no longer answers', await isServerReady(first.url));
    await first.stop({ keep: true, signal: 'SIGKILL' });
    // The operating system releases the lock with its process, however that process ended.
    const next = await startServer({ pages: false, env, dataDir: first.dataDir });
    await next.stop();
  } finally {
    await first.stop();
  }
}

/** @returns a summary for the table of faults @throws Error naming the failed check */
export async function testSharedDataFolder(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'archline-folder-'));
  const log = await startRemoteLog(join(dir));
  try {
    await refusedBeside({});
    // The vault stays in the folder; only the log is remote.
    await refusedBeside({ EVENT_STORE: log.url });
    return `refused with an explanation on SQLite and on a remote log (${log.name}); the first one kept running; its kill -9 freed the folder`;
  } finally {
    await log.server?.stop();
    rmSync(dir, { recursive: true });
  }
}
