/** Events of a person's keys for notebooks, `notebookKeys-<person>`. The vault has the hashes of the keys. */
import * as z from 'zod/mini';
import { defineEvents, type EventsOf } from '../case/event-definition.ts';

/** Why a key ended. `account`: the person's position, organisation or account has changed. */
const endings = ['revoked', 'account'] as const;
export type NotebookKeyEndReason = (typeof endings)[number];

const which = { personId: z.string(), keyId: z.string() };

export const notebookKeyEvents = defineEvents({
  NotebookKeyMade: {
    reaches: [],
    data: z.object({
      ...which,
      orgId: z.string(),
      /** Names of the tables that the key opens. */
      tables: z.array(z.string()),
      /** ISO time. */
      expiresAt: z.string(),
    }),
    /** People name a key after a device or a project. */
    personal: z.object({ name: z.string() }),
    erased: { name: '' },
  },
  NotebookKeyEnded: { reaches: [], data: z.object({ ...which, why: z.enum(endings) }) },
});

export type NotebookKeyEvent = EventsOf<typeof notebookKeyEvents>;

export const notebookKeyStreamOf = (personId: string) => `notebookKeys-${personId}`;
