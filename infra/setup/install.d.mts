/** The repository's folder. */
export declare const root: string;
/** A hash of the files of these folders, in hex. Tests are left out: they change nothing that is made of sources. */
export declare const hashOfSources: (names: readonly string[]) => string;
