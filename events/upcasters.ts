/**
 * Upcasters: convert older event shapes to the current one. To change an event's shape, add a lift here. The versioned
 * store (services/eventstore/versioned-store.ts) then lifts stored events and stamps new ones with the next version.
 * Leave the line in case/golden/v1.ndjson unchanged; the golden test shows what breaks.
 */
import type { CurrentVersion, Json, NewEvent, NewRawEvent, RawEvent, Recorded } from './envelope.ts';

/** Converts an event from one version to the next. Functions are pure; a part without one stays as it is. */
type Lift = {
  /**
   * Renames the event. The result is version 1 of the new type, and the lifts of that type continue. Nothing may
   * follow a rename under the old name, and no new event may take that name.
   */
  type?: string;
  data?: (data: Json) => Json;
  /** Called only for an open personal part. An erased one gets the current type's `erased` value. */
  personal?: (personal: Json) => Json;
};

/**
 * Lifts by the event's original type. The first lift of a type converts version 1 to 2. The sealed store recognises
 * `PatientErased` before events are lifted, so this type keeps its first shape.
 */
export type LiftsByEventType = Readonly<Record<string, readonly Lift[]>> & { readonly PatientErased?: never };

/** Empty while every event has its first shape. */
export const liftsByEventType: LiftsByEventType = {};

export type EventVersioning = {
  /** Returns the current version of an event type. @throws Error for the old name of a renamed type */
  versionOf: (type: string) => CurrentVersion;
  /** Returns a copy with the current version of its type. */
  stamp: (event: NewEvent) => NewRawEvent;
  /**
   * Returns the event in its current shape; the same object if it has this shape already.
   * @param options `sealed`: `personal` is encrypted and stays as it is
   * @throws Error for a version that this program does not know
   */
  upcast: (event: RawEvent, options?: { sealed: boolean }) => Recorded;
  /** Returns the names under which events of these types are stored: their own and those before a rename. */
  storedTypes: (types: readonly string[]) => string[];
};

/** Creates the functions that lift events by a table. @throws Error for a table whose lifts contradict each other */
export function createUpcaster(table: LiftsByEventType): EventVersioning {
  const byType = new Map<string, readonly Lift[]>(Object.entries(table));
  checkRenames(byType);
  const liftsOf = (type: string) => byType.get(type) ?? [];
  const versionOf = (type: string) => {
    const newName = renameOf(liftsOf(type));
    if (newName !== undefined) throw new Error(`event ${type} is named ${newName} now`);
    return (liftsOf(type).length + 1) as CurrentVersion;
  };
  const isCurrent = (event: RawEvent): event is Recorded => {
    const known = byType.get(event.type);
    if (known === undefined) return event.v === 1;
    return event.v === known.length + 1 && renameOf(known) === undefined;
  };
  const checkVersion = ({ type, v, stream, revision }: RawEvent) => {
    const known = liftsOf(type);
    const newest = known.length + (renameOf(known) === undefined ? 1 : 0);
    if (Number.isInteger(v) && v >= 1 && v <= newest) return;
    throw new Error(
      `Event ${revision} of ${stream} (${type}) has version ${v}, but this program knows only versions 1 to ${newest}. Run the newer program that wrote it.`,
    );
  };
  return {
    versionOf,
    stamp: event => ({ ...event, v: versionOf(event.type) }),
    upcast: (event, { sealed } = { sealed: false }) => {
      if (isCurrent(event)) return event;
      checkVersion(event);
      let { type, v, data, personal } = event;
      for (let lift = liftsOf(type)[v - 1]; lift; lift = liftsOf(type)[v - 1]) {
        if (lift.data) data = lift.data(data);
        if (lift.personal && personal !== undefined && !sealed) personal = lift.personal(personal);
        [type, v] = lift.type === undefined ? [type, v + 1] : [lift.type, 1];
      }
      const lifted = { ...event, type, v: versionOf(type), data };
      return personal === undefined ? lifted : { ...lifted, personal };
    },
    storedTypes: types => {
      const wanted = new Set(types);
      const before = [...byType.keys()].filter(type =>
        namesAfter(byType, type).some(name => wanted.has(name)),
      );
      return [...new Set([...types, ...before])];
    },
  };
}

const renameOf = (known: readonly Lift[]): string | undefined => known.at(-1)?.type;

/** Returns the later names of a type, oldest first. */
function namesAfter(byType: ReadonlyMap<string, readonly Lift[]>, type: string): string[] {
  const names: string[] = [];
  for (let next = renameOf(byType.get(type) ?? []); next; next = renameOf(byType.get(next) ?? [])) {
    if (next === type || names.includes(next)) throw new Error(`event ${type} is renamed in a circle`);
    names.push(next);
  }
  return names;
}

function checkRenames(byType: ReadonlyMap<string, readonly Lift[]>): void {
  for (const [type, known] of byType) {
    if (known.slice(0, -1).some(lift => lift.type !== undefined))
      throw new Error(`event ${type} has a lift after its rename`);
    namesAfter(byType, type);
  }
}

export const upcaster = createUpcaster(liftsByEventType);
