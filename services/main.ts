/** The program: reads the settings, opens the ports, starts the parts that run, listens, and stops them on a signal. */
// Must be the first import, because the pages load React.
import './pages/react-production.ts';
import { createExportMaker } from './analysis/exports/export-maker.ts';
import { createCaseExportApi } from './api/export.ts';
import { sweepIdempotency } from './api/idempotency.ts';
import { createMetricsEndpoint } from './api/metrics.ts';
import { scheduleSeals } from './audit/seal-schedule.ts';
import { setBackgroundPriority } from './childProcess/background.ts';
import { startAnalysisExports } from './effects/analysis-exports.ts';
import { startCollaboratorMail } from './effects/collaborator-mail.ts';
import { startDataRequests } from './effects/data-requests.ts';
import { startEffects } from './effects/effect-worker.ts';
import { escalateOverdueQuestions } from './effects/escalate.ts';
import { startHandOvers } from './effects/hand-overs.ts';
import { startInvitations } from './effects/invitations.ts';
import { startMail } from './effects/mail.ts';
import { createPatientCopyMaker } from './erasing/copy-maker.ts';
import { eraseRequestedPatients } from './erasing/erase.ts';
import { scheduleKeyframes } from './past/keyframe-schedule.ts';
import { appendServedRules } from './release/record-rules.ts';
import { seedDemo } from './seed/seed.ts';
import { type Env, parseEnv } from './settings/env.ts';
import { serverUsage, wantsHelp } from './settings/run-parts.ts';
import { scheduleSnapshots } from './snapshots/snapshot-schedule.ts';
import {
  type AssembledServer,
  assembleServer,
  closePorts,
  type ServerPorts,
} from './start/assemble-server.ts';
import { type FileParts, openFileParts } from './start/file-parts.ts';
import { createFirstStartSentence } from './start/first-start-link.ts';
import { checkPortIsFree } from './start/http-server.ts';
import { type OpenPages, serveHealthAndMetrics, serveHttp } from './start/http-service.ts';
import { endOnSignals, type StopAtSignal } from './start/process-signals.ts';
import type { ServerParts } from './start/server-parts.ts';
import { openServerPorts } from './start/server-ports.ts';
import { operatorSentenceOf } from './start/startup-errors.ts';
import { EXIT_UNREACHABLE, unreachableServerIn } from './start/unreachable-servers.ts';

/** Opens the ports; tests inject a clock. */
export type OpenPorts = (env: Env) => Promise<ServerPorts>;

/** Loads the renderer and React only where pages are served. */
const openPages: OpenPages = async parts => (await import('./pages/open-pages.ts')).openPages(parts);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Deletes expired records of the vault, now and every hour. */
function sweepHourly({ deps, swept }: AssembledServer): StopAtSignal {
  let sweeping = false;
  const sweep = async () => {
    // With a remote vault, a sweep may take longer than an hour.
    if (sweeping) return;
    sweeping = true;
    try {
      await Promise.all([sweepIdempotency(deps), ...swept.map(records => records.sweep())]);
    } catch (err) {
      deps.log.error({ err }, 'removing expired records failed');
    }
    sweeping = false;
  };
  void sweep();
  return deps.timers.every(HOUR_MS, () => void sweep());
}

/**
 * True if this process answers requests. A process with only the analysts' part answers their calls, which the
 * balancer sends to it.
 */
const isServing = ({ run }: Env): boolean => run.has('api') || run.has('analysis');

/** Starts what keeps the analysts' tables. Without the part `analysis`, starts only the care of their files. */
function startAnalysis({ run: parts }: Env, { tableParts }: AssembledServer): StopAtSignal[] {
  if (!tableParts) return [];
  const { startTables, startCare, startCopyCare } = tableParts;
  const stops: StopAtSignal[] = startCopyCare ? [startCopyCare()] : [];
  // The worker erases patients, in the tables' files too.
  if (parts.has('analysis') || parts.has('worker')) stops.push(startCare());
  // Native code and merges of the tables run in child processes, which start with the first commit.
  if (parts.has('analysis') && startTables) stops.push(startTables().stop);
  return stops;
}

/** Waits until the rows have reached the end of the log. */
async function caughtUp({ models, store }: ServerParts): Promise<void> {
  let reached = false;
  while (!reached) reached = await models.reached(await store.head(), MINUTE_MS);
}

/** Starts the parts that RUN names, in addition to those that every process has. */
async function run(
  env: Env,
  assembled: AssembledServer,
  { inner }: ServerPorts,
  openedBy: OpenPages,
  stops: StopAtSignal[],
) {
  const { deps } = assembled;
  const files: FileParts = openFileParts(deps);
  if (env.demo) {
    if (env.run.has('api')) await checkPortIsFree(env);
    // Prints to standard error, because programs wait for the first line of standard output, which says that the server
    // is ready.
    await seedDemo({ ...deps, blobs: files.blobs, said: console.error });
  }
  await caughtUp(deps);
  if (isServing(env)) deps.tracks.start();
  stops.push(await deps.sessions.start(), sweepHourly(assembled));
  if (env.run.has('worker')) {
    const worker = startEffects({
      ...deps,
      blobs: files.blobs,
      sweep: files.sweep,
      escalate: () => escalateOverdueQuestions(deps),
      recordRules: () => appendServedRules(deps, { commandId: deps.ids.uuid() }),
      erase: () => eraseRequestedPatients({ ...deps, eraseFiles: files.erase, copies: files.copies }),
    });
    const { copies, blobs } = files;
    const requests = startDataRequests({
      ...deps,
      copies,
      makeCopies: createPatientCopyMaker({ ...deps, blobs, copies }),
    });
    const colleagues = [startHandOvers(deps), startCollaboratorMail(deps)];
    const exports = startAnalysisExports({
      ...deps,
      exportJobs: files.exportJobs,
      makeExports: createExportMaker({
        ...deps,
        ...{ jobs: files.exportJobs, tables: deps.analysisTables, logId: deps.models.logId, blobs },
      }),
    });
    const followers = [worker, startMail(deps), startInvitations(deps), ...colleagues, requests, exports];
    stops.push(() => Promise.all(followers.map(one => one.stop())), scheduleSnapshots(deps));
    stops.push(scheduleSeals({ ...deps, inner }));
    stops.push(assembled.startWhatIf().stop);
  }
  stops.push(...startAnalysis(env, assembled));
  // Loads Kafka's client only where the relay runs.
  const relaying = env.run.has('relay') ? await import('./relay/open-relay.ts') : undefined;
  const relay = relaying?.openRelay(env, { ...deps, inner }, deps.measures);
  if (relay) stops.push(relay.stop);
  if (!isServing(env)) {
    const wrong = () => relaying?.relayFaultOf(relay);
    stops.push(
      ...(await serveHealthAndMetrics(env, { wrong, metrics: createMetricsEndpoint(deps), log: deps.log })),
    );
    return undefined;
  }
  if (env.run.has('api')) stops.push(scheduleKeyframes(deps));
  const { uploads, files: stored, blobs, shared, copies, exportJobs } = files;
  const pages = env.run.has('api') ? await openedBy(deps) : undefined;
  const made = { uploads, files: stored, blobs, shared, copies, exportJobs };
  return serveHttp(env, deps, { ...made, exports: createCaseExportApi(deps), pages }, stops);
}

/** Runs the relay without read models. On a busy log, these would cost as much as a whole node. */
async function runRelay(env: Env, ports: ServerPorts, stops: StopAtSignal[]): Promise<undefined> {
  const { openStandaloneRelay: relayAlone, relayFaultOf: wrongOf } = await import('./relay/open-relay.ts');
  const { relay, metrics } = relayAlone(env, ports);
  stops.push(() => closePorts(ports), relay.stop);
  const wrong = () => wrongOf(relay);
  stops.push(...(await serveHealthAndMetrics(env, { wrong, metrics, log: ports.log })));
}

/**
 * Starts the parts that the settings name. `stop` ends them. `address` is undefined without the API. `firstStart` is a
 * sentence with the link that creates the first Admin.
 * @throws Error with a sentence for the operator
 */
export async function startConfiguredParts(
  env: Env,
  openedBy: OpenPages = openPages,
  portsOf: OpenPorts = openServerPorts,
) {
  const ports = await portsOf(env);
  const stops: StopAtSignal[] = [];
  const stop = async () => {
    for (const undo of stops.splice(0).reverse()) await undo();
  };
  const relayOnly = env.run.size === 1 && env.run.has('relay');
  try {
    if (relayOnly) return { address: await runRelay(env, ports, stops), firstStart: undefined, stop };
    const assembled = await assembleServer(ports);
    stops.push(assembled.close);
    const address = await run(env, assembled, ports, openedBy, stops);
    const isOpen = address !== undefined && env.run.has('api');
    const firstStart = isOpen ? await createFirstStartSentence(assembled.deps, env, address) : undefined;
    return { address, firstStart, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs until a signal. A second signal ends the process at once, unless it is a duplicate of the first. */
export async function main(openedBy?: OpenPages, portsOf?: OpenPorts): Promise<void> {
  if (wantsHelp(process.argv.slice(2))) return console.log(serverUsage);
  const stopAtSignal = endOnSignals();
  const env = parseEnv(process.env, process.argv.slice(2));
  setBackgroundPriority(env.backgroundPriority);
  const { address, firstStart, stop } = await startConfiguredParts(env, openedBy, portsOf);
  stopAtSignal(stop);
  console.log(address ? `Archline is ready at ${address}` : 'Archline is running.');
  if (firstStart) console.log(firstStart);
  // Keeps a process without a server alive, because timers and subscriptions of the log do not.
  setInterval(() => undefined, HOUR_MS);
}

export function runMain(openedBy?: OpenPages, portsOf?: OpenPorts): void {
  main(openedBy, portsOf).catch((error: unknown) => {
    // Unexpected errors are printed with their stack.
    console.error(operatorSentenceOf(error) ?? error);
    process.exit(unreachableServerIn(error)?.passing ? EXIT_UNREACHABLE : 1);
  });
}

if (import.meta.main) runMain();
