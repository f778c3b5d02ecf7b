/** Folder of the repository. */
export declare const repositoryRoot: string;
/** SHA-256 of the files in these folders, in hex, without tests. */
export declare const hashOfSources: (names: readonly string[]) => string;
