/** The typed fields of an assistant's account: their issues, and the payload. Pure. */
import type { Issue } from '#events/errors.ts';
import { findIssues } from '#events/parse.ts';
import { newAssistantInputSchema } from '#events/person/assistant-fields.ts';
import type { AssistantItem } from './assistant-queries.ts';

export const assistantFields = ['userName', 'password', 'repeated', 'name', 'phone', 'address'] as const;
export type AssistantField = (typeof assistantFields)[number];
export type TypedAssistant = Record<AssistantField, string>;

/** Fields of the account, which only the doctor who keeps it changes. The phone receives codes for a new password. */
const accountFields: readonly string[] = ['userName', 'password', 'repeated', 'phone'];

export const typedAssistantOf = (of: AssistantItem | undefined): TypedAssistant => ({
  userName: of?.userName ?? '',
  password: '',
  repeated: '',
  name: of?.name ?? '',
  phone: of?.phone ?? '',
  address: of?.address ?? '',
});

/** Fields that the doctor may change: all fields of an account that is new or kept by this doctor, otherwise name and address. */
export const editableAssistantFields = (of: AssistantItem | undefined): readonly AssistantField[] =>
  of === undefined || of.kept
    ? assistantFields
    : assistantFields.filter(field => !accountFields.includes(field));

/** The payload: changed texts. An empty password of an existing account stays. */
export function assistantPayload(
  of: AssistantItem | undefined,
  typed: TypedAssistant,
): Record<string, string> {
  const before = typedAssistantOf(of);
  const sent = editableAssistantFields(of).flatMap((field): [string, string][] => {
    if (field === 'repeated') return [];
    const text = field === 'password' ? typed.password : typed[field].trim();
    return of === undefined || text !== before[field] ? [[field, text]] : [];
  });
  return Object.fromEntries(sent);
}

/** Issues of the typed fields. An empty field is required, whatever its format. */
export function assistantIssues(of: AssistantItem | undefined, typed: TypedAssistant): Issue[] {
  const payload = assistantPayload(of, typed);
  const filled = Object.fromEntries(Object.entries(payload).filter(([, text]) => text !== ''));
  const all = { ...typedAssistantOf(of), password: 'unchanged1', ...payload };
  const wrong = findIssues(newAssistantInputSchema, {
    userName: all.userName || undefined,
    password: all.password || undefined,
    name: all.name || undefined,
    phone: all.phone || undefined,
    address: all.address || undefined,
  }).filter(({ path }) => of === undefined || path in payload);
  const differs = filled.password !== undefined && typed.password !== typed.repeated;
  return differs ? [...wrong, { path: 'repeated', issue: 'passwords-differ' }] : wrong;
}
