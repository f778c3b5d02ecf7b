/** All users of the demo, signed in. */
import { type Client, signIn } from '../testing/client.ts';

export const demoUserNames = [
  'doctor',
  'doctor2',
  'assistant',
  'technician',
  'technician2',
  'expert',
  'supervisor',
  'service',
  'vendor',
  'admin',
  'analyst',
  'designer',
  'other',
] as const;
export type DemoUserName = (typeof demoUserNames)[number];
export type ClientByDemoUser = Record<DemoUserName, Client>;

export async function signInAllUsers(url: string): Promise<ClientByDemoUser> {
  const entries = await Promise.all(
    demoUserNames.map(async name => [name, await signIn(url, name)] as const),
  );
  return Object.fromEntries(entries) as ClientByDemoUser;
}
