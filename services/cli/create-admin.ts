/**
 * Creates an Admin, and the organisation if missing, so that no installation has a default password. With the
 * log in the data folder, the server must be stopped: one process per folder.
 */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { idSchema, lineSchema, personNameSchema } from '#events/case/fields.ts';
import { parse } from '#events/parse.ts';
import { userNameSchema } from '#events/person/account-fields.ts';
import { assertUniqueAccount } from '#events/person/account-identity.ts';
import { passwordSchema } from '../people/account-schemas.ts';
import { parseEnv } from '../settings/env.ts';
import { assembleServer } from '../start/assemble-server.ts';
import type { ServerParts } from '../start/server-parts.ts';
import { openServerPorts } from '../start/server-ports.ts';
import { type OperatorCommand, type OperatorTerminal, WrongUsageError } from './operator-command.ts';

const adminWanted = z.object({
  userName: userNameSchema,
  password: passwordSchema,
  name: personNameSchema,
  orgId: idSchema,
  orgName: lineSchema,
});
export type NewAdmin = z.infer<typeof adminWanted>;

/** Creates the Admin. @throws Refusal badInput, userExists; in these cases nothing is created */
export async function createAdmin(
  deps: Pick<ServerParts, 'accounts' | 'people' | 'ids'>,
  wanted: NewAdmin,
): Promise<string> {
  const { orgId, orgName, ...account } = parse(adminWanted, wanted);
  const order = () => ({ by: 'system', commandId: deps.ids.uuid() });
  const directory = await deps.people.current();
  const { organisations } = directory;
  assertUniqueAccount(directory, { userName: account.userName });
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

/** @throws WrongUsageError if there is no terminal to ask */
async function asked(question: string, preset: string | undefined): Promise<string> {
  if (preset) return preset;
  if (!process.stdin.isTTY) throw new WrongUsageError();
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // Trap: a question to a closed terminal is never answered.
  const closed = new AbortController();
  terminal.once('close', () => closed.abort());
  try {
    return (await terminal.question(`${question}: `, { signal: closed.signal })).trim();
  } catch (error) {
    throw closed.signal.aborted ? new WrongUsageError() : error;
  } finally {
    terminal.close();
  }
}

const text = { type: 'string' } as const;
const options = { userName: text, name: text, orgId: text, orgName: text };

function valuesOf(args: string[]) {
  try {
    return parseArgs({ args, options }).values;
  } catch {
    throw new WrongUsageError();
  }
}

async function wantedFrom(args: string[], env: OperatorTerminal['env']): Promise<NewAdmin> {
  const values = valuesOf(args);
  const orgId = values.orgId ?? 'main';
  return {
    userName: await asked('User name', values.userName),
    name: await asked('Name', values.name),
    password: await asked('Password (6 to 20 letters and digits)', env.ADMIN_PASSWORD),
    orgId,
    orgName: values.orgName ?? orgId,
  };
}

export const createAdminCommand: OperatorCommand = {
  usage: '--userName <login> --name <name> [--orgId main] [--orgName <name>]',
  does: 'Creates an Admin. Asks for the password unless ADMIN_PASSWORD is set.',
  run: async (args, { env, said }) => {
    // Validates before anything is opened or created.
    const wanted = parse(adminWanted, await wantedFrom(args, env));
    const { deps, close } = await assembleServer({
      ...(await openServerPorts(parseEnv(env))),
      rows: ':memory:',
    });
    try {
      await createAdmin(deps, wanted);
      said(`Created the Admin "${wanted.userName}".`);
    } finally {
      await close();
    }
  },
};
