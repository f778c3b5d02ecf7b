/**
 * `npm run admin -- create`: makes an Admin in the data folder, and the organisation where there is none. The first
 * one is made so, never by a default password. The server must be stopped: a folder has one process.
 */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { personName } from '#events/case/fields.ts';
import { isRefusal } from '#events/errors.ts';
import { parse } from '#events/parse.ts';
import { assemble } from './assemble.ts';
import type { Deps } from './deps.ts';
import { parseEnv, WrongSetting } from './env.ts';
import { FolderInUse } from './eventstore/folder-lock.ts';
import { password, userName } from './people/accounts.ts';
import { openPorts } from './ports.ts';

export type AdminWanted = {
  userName: string;
  password: string;
  name: string;
  orgId: string;
  orgName: string;
};

/** @throws Refusal badInput, userExists */
export async function createAdmin(
  deps: Pick<Deps, 'accounts' | 'people' | 'ids'>,
  wanted: AdminWanted,
): Promise<string> {
  const { orgId, orgName, ...given } = wanted;
  const account = {
    userName: parse(userName, given.userName),
    password: parse(password, given.password),
    name: parse(personName, given.name),
  };
  const order = () => ({ by: 'system', commandId: deps.ids.uuid() });
  const { organisations } = await deps.people.current();
  if (!organisations.has(orgId))
    await deps.accounts.addOrganisation(order(), {
      orgId,
      name: orgName,
      servedBy: orgId,
      zone: 'Asia/Shanghai',
    });
  const { personId } = await deps.accounts.add(order(), { ...account, position: 'Admin', orgId });
  return personId;
}

const usage = `npm run admin -- create --userName <login> --name <name> [--orgId main] [--orgName <name>]
The password is asked for, or taken from ADMIN_PASSWORD.`;

async function asked(question: string, given: string | undefined): Promise<string> {
  if (given) return given;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question}: `);
  terminal.close();
  return answer.trim();
}

async function wantedFrom(args: string[]): Promise<AdminWanted | undefined> {
  const text = { type: 'string' } as const;
  const options = { userName: text, name: text, orgId: text, orgName: text };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (positionals.length !== 1 || positionals[0] !== 'create') return undefined;
  const orgId = values.orgId ?? 'main';
  return {
    userName: await asked('User name', values.userName),
    name: await asked('Name', values.name),
    password: await asked('Password (6 to 20 letters and digits)', process.env.ADMIN_PASSWORD),
    orgId,
    orgName: values.orgName ?? orgId,
  };
}

function sentence(error: unknown): string {
  if (error instanceof WrongSetting || error instanceof FolderInUse) return error.message;
  if (isRefusal(error)) {
    const issues = error.data?.issues?.map(i => `${i.path || 'value'}: ${i.issue}`).join(', ');
    return `Refused (${error.refusal}${issues ? `: ${issues}` : ''}).`;
  }
  return error instanceof Error ? error.message : String(error);
}

async function main(): Promise<void> {
  const wanted = await wantedFrom(process.argv.slice(2)).catch(() => undefined);
  if (!wanted) {
    console.error(usage);
    process.exitCode = 1;
    return;
  }
  const { deps, close } = await assemble({ ...openPorts(parseEnv(process.env)), rows: ':memory:' });
  try {
    await createAdmin(deps, wanted);
    console.log(`The Admin "${wanted.userName}" is made.`);
  } finally {
    await close();
  }
}

if (import.meta.main)
  main().catch((error: unknown) => {
    console.error(sentence(error));
    process.exit(1);
  });
