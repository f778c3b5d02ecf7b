/** All users of the demo, signed in. */
import { type Client, signIn } from '../testing/client.ts';

export const demoUsers = [
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
export type DemoUser = (typeof demoUsers)[number];
export type SignedInUsers = Record<DemoUser, Client>;

export async function signInAllUsers(url: string): Promise<SignedInUsers> {
  const entries = await Promise.all(demoUsers.map(async name => [name, await signIn(url, name)] as const));
  return Object.fromEntries(entries) as SignedInUsers;
}
