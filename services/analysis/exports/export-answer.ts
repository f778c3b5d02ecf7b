/** What the exporting child says. Trap: the child imports its types only, because zod takes 14 MB of memory. */
import * as z from 'zod/mini';

const progressSchema = z.object({ done: z.int(), events: z.int() });
/** `events`: number of events of the file, of which `done` are written. */
export type ExportProgress = z.infer<typeof progressSchema>;

const madeSchema = z.object({
  path: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  events: z.int(),
  /** Processor time of the child process in ms, and its maximum memory in bytes. */
  processorMs: z.number(),
  memory: z.int(),
});
export type MadeExport = z.infer<typeof madeSchema>;

export const exportAnswerSchema = z.union([
  z.object({ progress: progressSchema }),
  z.object({ made: madeSchema }),
  /** The disk is full. */
  z.object({ full: z.literal(true) }),
  /** The engine is not installed. */
  z.object({ absent: z.literal(true) }),
  z.object({ failed: z.string() }),
]);
export type ExportChildAnswer = z.infer<typeof exportAnswerSchema>;
