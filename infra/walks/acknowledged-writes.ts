/**
 * Users at work during a backup, the writes that were acknowledged, and the check that another server has
 * them.
 */
import { createHash } from 'node:crypto';
import type { CaseView } from '#projections/case/view.ts';
import type { ChatMessage } from '#projections/chat/item.ts';
import { uploadFile } from '../actors/http.ts';
import type { Client } from '../testing/client.ts';
import { createSmallArchStl } from '../testing/models.ts';

/** A write that the server acknowledged. */
export type AcknowledgedWrite = { position: bigint; caseId: string; writer: number } & (
  | { what: 'name'; name: string }
  | { what: 'model'; fileId: string; sha256: string }
  | { what: 'message'; text: string }
);

const numberOf = (wire: string | null) => BigInt(wire?.split('-')[1] ?? 0);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Encodes a number in letters, because names may not contain digits. */
const letters = (n: number) => n.toString(26).replaceAll(/\d/g, digit => 'qrstuvwxyz'[Number(digit)] ?? '');

/** Pause between two cases of a user. It limits how much a backup has to copy and check. */
const restMs = 500;

/** Creates cases of one user until `ended`: each with a patient, a model and a message. */
export async function writeCases(
  person: Client,
  writer: number,
  told: AcknowledgedWrite[],
  ended: () => boolean,
): Promise<void> {
  for (let n = 0; !ended(); n++) {
    const { caseId } = (await person.post<{ caseId: string }>('/api/cases')).data;
    const name = `王小明${letters(writer * 1000 + n)}`;
    const patient = { name, gender: 1, birthDate: '2001-04-12', doctor: '李文清', clinic: '滨江口腔' };
    const saved = await person.put(`/api/cases/${caseId}/patient`, patient);
    if (saved.code !== 0) throw new Error(saved.text);
    told.push({ what: 'name', writer, caseId, name, position: numberOf(saved.position) });
    const bytes = createSmallArchStl(writer * 1000 + n);
    const target = { caseId, kind: 'stl', slot: 'upper', filename: 'upper.stl' } as const;
    const fileId = await uploadFile(person, bytes, target);
    const seen = await person.get<CaseView>(`/api/cases/${caseId}`);
    const position = numberOf(seen.position ?? null);
    told.push({ what: 'model', writer, caseId, fileId, sha256: sha256(bytes), position });
    const text = `请看一下 ${writer}-${n}`;
    const message = { client: crypto.randomUUID(), text };
    const said = await person.post(`/api/chats/case.${caseId}/messages`, message);
    if (said.code !== 0) throw new Error(said.text);
    told.push({ what: 'message', writer, caseId, text, position: numberOf(said.position) });
    await new Promise(resolve => setTimeout(resolve, restMs));
  }
}

/** Checks that an acknowledged write exists. @returns a description of the missing write, or undefined */
export async function describeIfMissing(person: Client, one: AcknowledgedWrite): Promise<string | undefined> {
  const where = `${one.what} of ${one.caseId} at ${one.position}`;
  if (one.what === 'message') {
    const { data } = await person.get<{ items: ChatMessage[] }>(`/api/chats/case.${one.caseId}/messages`);
    return data.items?.some(item => item.text === one.text) ? undefined : where;
  }
  const { data, http } = await person.get<CaseView>(`/api/cases/${one.caseId}`);
  if (http !== 200) return where;
  if (one.what === 'name') return data.sections.patient?.name === one.name ? undefined : where;
  const headers = { Authorization: person.token };
  const answer = await fetch(`${person.url}/api/files/${one.fileId}`, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return answer.status === 200 && sha256(bytes) === one.sha256 ? undefined : where;
}
