/** Converts the reports of the test runners to counts, failures and seconds per file. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';
import { repositoryRoot } from '../setup/install.mjs';

export type ReportedFailure = {
  /** File of the test, relative to the repository. */
  file: string;
  /** Full name of the test; absent if the file could not be loaded. */
  title?: string;
  /** Line of an end-to-end test. */
  line?: number;
  /** First 260 characters of the error, in one line and without colours. */
  error: string;
  /** Lines of this repository in the error's stack, innermost first: `infra/e2e/acts.ts:28`. */
  frames?: string[];
};

export type SuiteReport = {
  passed: number;
  failed: number;
  skipped: number;
  failures: ReportedFailure[];
  /** Files with their duration in seconds. */
  files: [string, number][];
};

const firstWords = (error = '') => stripVTControlCharacters(error).replace(/\s+/g, ' ').slice(0, 260);
const fromRoot = (file: string) => relative(repositoryRoot, file);

/** Maximum number of frames. More would hide the test's own line. */
const FRAMES_MOST = 4;

function framesOf(stack = ''): string[] {
  const files = [...stripVTControlCharacters(stack).matchAll(/((?:file:\/\/)?\/[^\s()]+:\d+):\d+/g)]
    .map(([, file = '']) => fromRoot(file.replace('file://', '')))
    .filter(file => !file.startsWith('..') && !file.includes('node_modules'));
  return [...new Set(files)].slice(0, FRAMES_MOST);
}

function vitest(report: JsonTestResults): SuiteReport {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    files: report.testResults.map(({ name, startTime, endTime }) => [
      fromRoot(name),
      (endTime - startTime) / 1000,
    ]),
    failures: report.testResults.flatMap(({ name, message, assertionResults }) => [
      ...(message ? [{ file: fromRoot(name), error: firstWords(message) }] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => ({
          file: fromRoot(name),
          title: fullName,
          error: firstWords(failureMessages?.[0]),
          frames: framesOf(failureMessages?.[0]),
        })),
    ]),
  };
}

type Spec = JSONReportSuite['specs'][number];

const specsOf = (suite: JSONReportSuite): Spec[] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(inner => specsOf(inner)),
];

const secondsOf = (spec: Spec) =>
  spec.tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000;

const endToEnd = 'infra/e2e';

function playwright({ stats, suites, errors }: JSONReport): SuiteReport {
  const failing = suites.flatMap(specsOf).filter(({ ok }) => !ok);
  return {
    passed: stats.expected,
    // A flaky test counts as failed: its first failure also has a cause.
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    files: suites.map(suite => [
      `${endToEnd}/${suite.file}`,
      specsOf(suite).reduce((sum, spec) => sum + secondsOf(spec), 0),
    ]),
    failures: [
      ...errors.map(({ message }) => ({ file: endToEnd, error: firstWords(message) })),
      ...failing.map(({ file, line, title, tests }) => ({
        file: `${endToEnd}/${file}`,
        line,
        title,
        error: firstWords(tests[0]?.results[0]?.error?.message),
        frames: framesOf(tests[0]?.results[0]?.error?.stack),
      })),
    ],
  };
}

const readers = { vitest, playwright };

/** Reads the JSON report of a runner. @returns undefined if the runner wrote none */
export function readReport(runner: keyof typeof readers, file: string): SuiteReport | undefined {
  // Cast: each runner's own report format.
  return existsSync(file) ? readers[runner](JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/** Formats a failure as one line, followed by its frames. */
export const formatFailure = ({ file, title, line, error, frames = [] }: ReportedFailure): string =>
  [
    `${file}${line ? `:${line}` : ''}${title ? ` > ${title}` : ''}: ${error}`,
    ...(frames.length > 0 ? [`  at ${frames.join(', ')}`] : []),
  ].join('\n');
