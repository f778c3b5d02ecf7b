/**
 * Makes an Admin, and the organisation where there is none. The first one is made so, never by a default password. The
 * server must be stopped where the log lies in the data folder: a folder has one process.
 */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { personName } from '#events/case/fields.ts';
import { parse } from '#events/parse.ts';
import { assemble } from '../assemble.ts';
import type { Deps } from '../deps.ts';
import { parseEnv } from '../env.ts';
import { password, userName } from '../people/accounts.ts';
import { openPorts } from '../ports.ts';
import { type Command, WrongUsage } from './command.ts';

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

async function asked(question: string, given: string | undefined): Promise<string> {
  if (given) return given;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question}: `);
  terminal.close();
  return answer.trim();
}

const text = { type: 'string' } as const;
const options = { userName: text, name: text, orgId: text, orgName: text };

function valuesOf(args: string[]) {
  try {
    return parseArgs({ args, options }).values;
  } catch {
    throw new WrongUsage();
  }
}

async function wantedFrom(args: string[]): Promise<AdminWanted> {
  const values = valuesOf(args);
  const orgId = values.orgId ?? 'main';
  return {
    userName: await asked('User name', values.userName),
    name: await asked('Name', values.name),
    password: await asked('Password (6 to 20 letters and digits)', process.env.ADMIN_PASSWORD),
    orgId,
    orgName: values.orgName ?? orgId,
  };
}

export const createAdminCommand: Command = {
  usage: '--userName <login> --name <name> [--orgId main] [--orgName <name>]',
  does: 'Makes an Admin. The password is asked for, or taken from ADMIN_PASSWORD.',
  run: async args => {
    const wanted = await wantedFrom(args);
    const { deps, close } = await assemble({ ...(await openPorts(parseEnv(process.env))), rows: ':memory:' });
    try {
      await createAdmin(deps, wanted);
      console.log(`The Admin "${wanted.userName}" is made.`);
    } finally {
      await close();
    }
  },
};
