/** Reads the compose files with Docker's own parser, merged in order. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../servers/server-programs.ts';
import { goTools } from './tools.ts';

export type ComposeService = {
  image?: string;
  user?: string;
  command?: string[];
  entrypoint?: string[];
  environment: Record<string, string>;
  secrets?: { source: string; target: string }[];
  volumes?: { type: string; source: string; target: string }[];
  networks?: Record<string, { ipv4_address?: string } | null>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { disable?: boolean };
  restart?: string;
  read_only?: boolean;
  cap_drop?: string[];
  mem_limit?: string;
  stop_grace_period?: string;
  ports?: { host_ip?: string; published: string }[];
};

export type ComposeFile = {
  services: Record<string, ComposeService>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, unknown>;
};

type Read = Omit<ComposeFile, 'services'> & {
  services: Record<
    string,
    Omit<ComposeService, 'environment'> & { environment?: Record<string, string> | string[] }
  >;
};

/** Reads a compose file's text, unparsed. */
export const readComposeFileText = (name: string): string =>
  readFileSync(join(import.meta.dirname, name), 'utf8');

/** Trap: with several files, the parser prints a service's environment as a list of NAME=value. */
const settingsOf = (given: Record<string, string> | string[] = {}): Record<string, string> =>
  Array.isArray(given)
    ? Object.fromEntries(given.map(line => [line.replace(/=.*/s, ''), line.replace(/^[^=]*=/, '')]))
    : given;

/** @param names files in this folder; later ones override earlier ones */
export async function readCompose(...names: string[]): Promise<ComposeFile> {
  const dir = mkdtempSync(join(tmpdir(), 'archline-compose-'));
  try {
    const files = names.map(name => {
      // The parser does not read .env, so required variables get a placeholder.
      const text = readComposeFileText(name).replace(/\$\{(\w+):\?[^}]*\}/g, 'given');
      writeFileSync(join(dir, name), text);
      return join(dir, name);
    });
    const json = await runProgram(await goTools.compose.get(), [
      '-no-path-resolution',
      '-format',
      'json',
      ...files,
    ]);
    // Cast: Docker's parser has validated the document.
    const { services, ...rest } = JSON.parse(json) as Read;
    const named = Object.entries(services).map(([name, service]): [string, ComposeService] => [
      name,
      { ...service, environment: settingsOf(service.environment) },
    ]);
    return { ...rest, services: Object.fromEntries(named) };
  } finally {
    rmSync(dir, { recursive: true });
  }
}
