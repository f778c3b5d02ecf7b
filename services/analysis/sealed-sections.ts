/**
 * The sections of drafts as they were last saved, still sealed: a submission, which mostly comes soon, opens them without reading the
 * log again. Only in memory.
 */
import type { SectionName } from '#events/case/sections.ts';
import type { RawEvent, Recorded } from '#events/envelope.ts';
import { recordOf } from '#events/streams.ts';

/** Opens an event's personal part in place. Without the key, the event is `erased`. */
export type OpenSealedPart = (event: RawEvent) => Promise<void>;

/** Drafts whose sections are kept. A simulated year has a few hundred at a time. */
const DRAFTS = 1_000;
/** Sealed parts of older versions are lifted by the store that opens them. */
const VERSION = 1;

export type SealedSections = {
  keep(event: Recorded): void;
  /** Forgets the sections of a case, and returns them if they are those of all the revisions. */
  take(stream: string, revisions: readonly number[]): Recorded[] | undefined;
};

/** @param sections those that are kept */
export function createSealedSections(sections: readonly SectionName[]): SealedSections {
  const drafts = new Map<string, Map<SectionName, Recorded>>();
  return {
    keep: event => {
      if (event.type !== 'SectionSaved' || event.v !== VERSION) return;
      const e = recordOf('case', event);
      if (e.type !== 'SectionSaved' || !sections.includes(e.data.section)) return;
      const known = drafts.get(event.stream) ?? new Map<SectionName, Recorded>();
      known.set(e.data.section, event);
      drafts.set(event.stream, known);
      const [oldest] = drafts.size > DRAFTS ? drafts.keys() : [];
      if (oldest !== undefined) drafts.delete(oldest);
    },
    take: (stream, revisions) => {
      const kept = [...(drafts.get(stream)?.values() ?? [])];
      drafts.delete(stream);
      const found = kept.filter(({ revision }) => revisions.includes(revision));
      return found.length === revisions.length ? found : undefined;
    },
  };
}
