/** Ids of a simulated year, derived from its seed. */
import { v5 } from 'uuid';
import { caseIdOfCommand } from '../command/command-ids.ts';

/** Namespace of the ids of all simulated years. */
const YEARS = '0f6e2a94-5c1d-5b7e-8a3f-6d2c9b417e58';

export type YearIds = {
  seed: number;
  /** Returns the id of the thing that these words name. */
  of(words: string): string;
  /** Returns the case id of a command that no case of the year has. */
  freeCaseId(commandId: string): string;
};

export function createYearIds(seed: number): YearIds {
  const taken = new Set<string>();
  return {
    seed,
    of: words => v5(`${seed}/${words}`, YEARS),
    freeCaseId: commandId => {
      for (let attempt = 0; ; attempt++) {
        const id = caseIdOfCommand(commandId, attempt);
        if (taken.has(id)) continue;
        taken.add(id);
        return id;
      }
    },
  };
}
