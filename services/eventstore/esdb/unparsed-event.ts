/**
 * Decodes events as the server sends them and leaves their JSON unparsed. Why: the client's parsing and its
 * extra objects take two thirds of a long read's processor time.
 */
import jspb from 'google-protobuf';
import type { RawEvent } from '#events/envelope.ts';
import { type LogPosition, START, toLogPosition } from '#events/log-position.ts';

export type UnparsedEvent = {
  stream: string;
  revision: number;
  id: string;
  type: string;
  position: LogPosition;
  /** JSON text, or bytes if another program wrote an event that is not JSON. */
  data: string | Uint8Array;
  /** Metadata as JSON text. */
  metadata: string;
};

type Draft = { event: UnparsedEvent; isJson: boolean };
type Property = { name: string; value: string };
type Reader = jspb.BinaryReader;

/**
 * Decodes the given fields of a message and skips the others. Field numbers: EventStoreDB's streams.proto.
 */
const reading =
  <Into>(fields: { [number: number]: (into: Into, reader: Reader) => void }) =>
  (into: Into, reader: Reader): void => {
    while (reader.nextField() && !reader.isEndGroup()) {
      const read = fields[reader.getFieldNumber()];
      if (read) read(into, reader);
      else reader.skipField();
    }
  };

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString();

const readUuid = reading<Draft>({
  2: ({ event }, reader) => {
    event.id = reader.readString();
  },
});
const readStreamName = reading<Draft>({
  3: ({ event }, reader) => {
    event.stream = textOf(reader.readBytes());
  },
});
const readProperty = reading<Property>({
  1: (property, reader) => {
    property.name = reader.readString();
  },
  2: (property, reader) => {
    property.value = reader.readString();
  },
});
const readRecord = reading<Draft>({
  1: (draft, reader) => reader.readMessage(draft, readUuid),
  2: (draft, reader) => reader.readMessage(draft, readStreamName),
  3: ({ event }, reader) => {
    event.revision = reader.readUint64();
  },
  5: ({ event }, reader) => {
    event.position = toLogPosition(reader.readUint64String());
  },
  6: (draft, reader) => {
    const property = { name: '', value: '' };
    reader.readMessage(property, readProperty);
    if (property.name === 'type') draft.event.type = property.value;
    if (property.name === 'content-type') draft.isJson = property.value === 'application/json';
  },
  7: ({ event }, reader) => {
    event.metadata = textOf(reader.readBytes());
  },
  8: ({ event }, reader) => {
    event.data = reader.readBytes();
  },
});
const readEvent = reading<Draft>({ 1: (draft, reader) => reader.readMessage(draft, readRecord) });
const readAnswer = reading<Draft>({ 1: (draft, reader) => reader.readMessage(draft, readEvent) });

/** Answer to a read. `event` is missing if the answer is of another kind. */
export type ReadAnswer = { event?: UnparsedEvent };

/** Decodes an answer to a read. Trap: the server omits numbers that are 0. */
export function decodeReadAnswer(bytes: Uint8Array): ReadAnswer {
  const event: UnparsedEvent = {
    stream: '',
    revision: 0,
    id: '',
    type: '',
    position: START,
    data: '',
    metadata: '',
  };
  const draft = { event, isJson: false };
  readAnswer(draft, new jspb.BinaryReader(bytes));
  if (draft.isJson && typeof event.data !== 'string') event.data = textOf(event.data);
  return event.id === '' ? {} : { event };
}

/** Parses JSON. Any program may write to the server, so text that is not JSON stays text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

type Parts<Position> = {
  id: string;
  type: string;
  data: unknown;
  metadata: unknown;
  stream: string;
  revision: number;
  position: Position;
};

/** Cast: data that `toEsdbEvent` has written becomes an event again. */
export function eventFromParsedParts<Position>({
  id,
  type,
  data,
  metadata,
  stream,
  revision,
  position,
}: Parts<Position>) {
  const event = { id, type, data, ...(metadata as object), stream, revision, position };
  return event as unknown as Omit<RawEvent, 'position'> & { position: Position };
}

export function parseEvent(unparsed: UnparsedEvent): RawEvent {
  const { id, type, data, metadata, stream, revision, position } = unparsed;
  const parsed = typeof data === 'string' ? parse(data) : data;
  return eventFromParsedParts({
    id,
    type,
    data: parsed,
    metadata: parse(metadata),
    stream,
    revision,
    position,
  });
}
