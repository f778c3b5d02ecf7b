/**
 * Programs in Go that tests use: an S3 server, a load, and what checks the deployment without a cluster. `npx node infra/deploy/tools.ts` builds them once for a machine
 * with Go: that takes minutes, so that tests use those that are there and say NOT RUN over the others.
 */
import { join } from 'node:path';
import { goEnv, goTool, installed, ran, type Tool, toolHere } from '../servers/installed.ts';
import { k6 } from '../servers/k6.ts';
import { versitygw } from '../servers/s3.ts';

export { toolHere };

const promtool = 'github.com/prometheus/prometheus/cmd/promtool';
const promtoolFolder = 'promtool-v0.305.0';
const manifestsFolder = 'manifests-v0.33.3';

export const tools = {
  versitygw,
  k6,
  /** Docker's own reading of a compose file. */
  compose: goTool('the compose file’s reader', 'github.com/compose-spec/compose-go/v2/cmd', 'v2.9.1'),
  helm: goTool('helm', 'helm.sh/helm/v3/cmd/helm', 'v3.18.6'),
  caddy: goTool('caddy', 'github.com/caddyserver/caddy/v2/cmd/caddy', 'v2.10.2'),
  /** Its module replaces others, so that `go install` refuses it: built as somebody's dependency. */
  promtool: {
    is: 'promtool',
    folder: promtoolFolder,
    get: async () => {
      const dir = await installed(promtoolFolder, async into => {
        const how = { cwd: into, env: await goEnv() };
        await ran('go', ['mod', 'init', 'promtool'], how);
        await ran('go', ['get', `${promtool}@v0.305.0`], how);
        await ran('go', ['build', '-o', 'promtool', promtool], how);
      });
      return join(dir, 'promtool');
    },
  },
  /** The API server's own types, strictly: infra/deploy/manifests. */
  manifests: {
    is: 'the reader of Kubernetes objects',
    folder: manifestsFolder,
    get: async () => {
      const cwd = join(import.meta.dirname, 'manifests');
      const dir = await installed(manifestsFolder, async into => {
        await ran('go', ['build', '-o', join(into, 'manifests'), '.'], { cwd, env: await goEnv() });
      });
      return join(dir, 'manifests');
    },
  },
} satisfies Record<string, Tool>;

/** Installs the tools sequentially, because each build uses all processors. Resolves to false if one is missing. */
async function getAll(): Promise<boolean> {
  let all = true;
  for (const { is, get } of Object.values(tools))
    try {
      console.log(`${is}: ${await get()}`);
    } catch (error) {
      all = false;
      console.log(`${is} cannot be had here: ${error instanceof Error ? error.message : error}`);
    }
  return all;
}

if (import.meta.main && !(await getAll())) process.exitCode = 1;
