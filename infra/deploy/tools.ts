/**
 * Go programs that tests use: an S3 server, a load generator, and validators of the deployment files; and Python's tools for
 * analysts. `npx node infra/deploy/tools.ts` builds them once for a machine with Go and Python, which takes minutes. Tests use the ones
 * that were built and print NOT RUN for the others.
 */
import { join } from 'node:path';
import { k6Tool } from '../servers/k6.ts';
import { pythonTools } from '../servers/python.ts';
import { versitygwTool } from '../servers/s3.ts';
import {
  createGoBuildEnv,
  defineGoTool,
  ensureInstalled,
  type InstallableTool,
  isToolBuilt,
  runProgram,
} from '../servers/server-programs.ts';

export { isToolBuilt };

const promtool = 'github.com/prometheus/prometheus/cmd/promtool';
const promtoolFolder = 'promtool-v0.305.0';
const manifestsFolder = 'manifests-v0.33.3';

export const goTools = {
  versitygw: versitygwTool,
  k6: k6Tool,
  /** compose-go: Docker's own parser of compose files. */
  compose: defineGoTool('the compose file’s reader', 'github.com/compose-spec/compose-go/v2/cmd', 'v2.9.1'),
  helm: defineGoTool('helm', 'helm.sh/helm/v3/cmd/helm', 'v3.18.6'),
  caddy: defineGoTool('caddy', 'github.com/caddyserver/caddy/v2/cmd/caddy', 'v2.10.2'),
  /**
   * `go install` refuses promtool's module because it replaces other modules, so it is built as a dependency.
   */
  promtool: {
    is: 'promtool',
    folder: promtoolFolder,
    get: async () => {
      const dir = await ensureInstalled(promtoolFolder, async into => {
        const how = { cwd: into, env: await createGoBuildEnv() };
        await runProgram('go', ['mod', 'init', 'promtool'], how);
        await runProgram('go', ['get', `${promtool}@v0.305.0`], how);
        await runProgram('go', ['build', '-o', 'promtool', promtool], how);
      });
      return join(dir, 'promtool');
    },
  },
  /** Validates Kubernetes objects strictly with the API server's own types: infra/deploy/manifests. */
  manifests: {
    is: 'the reader of Kubernetes objects',
    folder: manifestsFolder,
    get: async () => {
      const cwd = join(import.meta.dirname, 'manifests');
      const dir = await ensureInstalled(manifestsFolder, async into => {
        await runProgram('go', ['build', '-o', join(into, 'manifests'), '.'], {
          cwd,
          env: await createGoBuildEnv(),
        });
      });
      return join(dir, 'manifests');
    },
  },
} satisfies Record<string, InstallableTool>;

/** Installs the tools sequentially, because each build uses all processors. Resolves to false if one is missing. */
async function getAll(): Promise<boolean> {
  let all = true;
  for (const { is, get } of [...Object.values(goTools), ...pythonTools])
    try {
      console.log(`${is}: ${await get()}`);
    } catch (error) {
      all = false;
      console.log(`${is} could not be installed: ${error instanceof Error ? error.message : error}`);
    }
  return all;
}

if (import.meta.main && !(await getAll())) process.exitCode = 1;
