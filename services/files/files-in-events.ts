/** Which files a case's events name: their bytes stay, whatever the case holds today. */

import * as z from 'zod/mini';
import { caseStream } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import type { EventReader } from '#services/eventstore/port.ts';

const file = z.object({ id: z.string() });
const files = z.optional(z.array(file));
/** Every place in which an event of a case brings files. */
const bringing = z.object({ file: z.optional(file), files, photos: files, xrays: files });

/** Ids of the files that an event brings to its case. */
export function filesNamedBy(event: Pick<Recorded, 'data'>): string[] {
  const brought = bringing.safeParse(event.data);
  if (!brought.success) return [];
  const { file: one, files: several = [], photos = [], xrays = [] } = brought.data;
  return [...(one ? [one] : []), ...several, ...photos, ...xrays].map(f => f.id);
}

/** True where the case's history names the file. Reads the whole stream: for rare questions. */
export async function isNamed(
  store: Pick<EventReader, 'read'>,
  caseId: string,
  id: string,
): Promise<boolean> {
  for await (const event of store.read(caseStream(caseId))) if (filesNamedBy(event).includes(id)) return true;
  return false;
}
