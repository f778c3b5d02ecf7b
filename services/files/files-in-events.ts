/** Files named by a case's events. Their bytes are kept, even if the case no longer holds them. */

import * as z from 'zod/mini';
import { caseStreamOf } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import type { EventReader } from '#services/eventstore/port.ts';

const file = z.object({ id: z.string() });
const files = z.optional(z.array(file));
/** All fields by which an event of a case adds files. */
const bringing = z.object({ file: z.optional(file), files, photos: files, xrays: files });

/** Returns the ids of the files that an event adds to its case. */
export function fileIdsOfEvent(event: Pick<Recorded, 'data'>): string[] {
  const brought = bringing.safeParse(event.data);
  if (!brought.success) return [];
  const { file: one, files: several = [], photos = [], xrays = [] } = brought.data;
  return [...(one ? [one] : []), ...several, ...photos, ...xrays].map(f => f.id);
}

/** Returns true if the case's history names the file. Trap: reads the whole stream, so call it rarely. */
export async function isFileInHistory(
  store: Pick<EventReader, 'read'>,
  caseId: string,
  id: string,
): Promise<boolean> {
  for await (const event of store.read(caseStreamOf(caseId)))
    if (fileIdsOfEvent(event).includes(id)) return true;
  return false;
}
