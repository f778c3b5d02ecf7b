/** Answers about the log for analysts. Events are sealed in them, and people are pseudonyms. */
import type { Status } from '#events/case/status.ts';
import type { CaseEventType } from '#events/case/stream.ts';
import type { Json } from '#events/envelope.ts';
import type { Position } from '#events/person/position.ts';
import type { WirePosition } from '#events/wire.ts';

/**
 * Who acted. `position`: the job position that the person has now; null for the system, patients and people who left.
 */
export type LogActor = { pseudonym: string; position: Position | null };

export type LogItem = {
  position: WirePosition;
  caseId: string;
  revision: number;
  id: string;
  type: CaseEventType;
  /** ISO time. */
  at: string;
  by: LogActor;
  /** The status that the event led to; null if it names none. */
  to: Status | null;
};

/** A part of the log. `items` are in the order of the log, whatever the direction of reading. */
export type LogPage = {
  items: LogItem[];
  /**
   * Position from which the next page continues in the same direction; null at the end of the log. A page without
   * items may have a next one, because one request searches only a part of the log.
   */
  next: WirePosition | null;
  /** Time of the last event that was read; null if there was none. */
  readUntil: string | null;
  /** The log's head when the page was read. Later events are found after it. */
  head: WirePosition;
};

/**
 * Numbers of events by day, type and person. Days are in the organisation's time zone; days without events are left
 * out.
 */
export type LogCounts = {
  total: number;
  /** The organisation's time zone, to which the days belong. */
  zone: string;
  days: { day: string; count: number }[];
  /** Counted without the filter of types, so that each choice shows its number. The most frequent first. */
  types: { type: CaseEventType; count: number }[];
  /** Counted without the filters of person and position. */
  people: (LogActor & { count: number })[];
};

/** Number of matching events of one day, by hour. `hour`: ISO time of its start. */
export type LogHours = { hours: { hour: string; count: number }[]; total: number };

/** An event with its related events, which are in the same case, in the case that it refines, or in its refinement. */
export type LogEventWithRelated = LogItem & {
  /** Version of the event's shape. */
  v: number;
  /** The event's unencrypted data. Ids of people are replaced by pseudonyms. */
  data: Json;
  /** Whether the event has a personal part, which stays sealed here. */
  sealed: boolean;
  /** Events of the same command, in order, with this one. */
  together: LogItem[];
  /** The event that caused this one, then its cause, and so on. */
  causes: LogItem[];
  /** True if the first cause is an event outside the cases' log. */
  isCausedOutside: boolean;
  /** Events that this one caused. */
  effects: LogItem[];
};
