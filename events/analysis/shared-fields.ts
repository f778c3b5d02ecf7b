/** Fields of the open data that several types of events of cases share. Pure. */
import type { SectionName } from '../case/sections.ts';
import type { Status } from '../case/status.ts';
import type { CaseEvent } from '../case/stream.ts';

type SharedFields = {
  to?: Status;
  assigneeId?: string;
  ownerId?: string;
  section?: SectionName;
  measured?: readonly { request: number }[];
  version?: unknown;
  batch?: unknown;
  request?: unknown;
  stage?: unknown;
  result?: unknown;
  reasons?: readonly string[];
};

/**
 * Cast: reads of an absent field give undefined. Why not `in`, with which TypeScript knows the type: V8 looks the name up in
 * every layout of data again, which takes several times as long as a read, and a build asks many times for each event.
 */
export const sharedFieldsOf = (data: CaseEvent['data'] | object): SharedFields => data as SharedFields;
