/** Folder of the repository. */
export declare const repositoryRoot: string;
/** SHA-256 of the files in these folders, in hex, without tests. */
export declare const hashOfSources: (names: readonly string[]) => string;
/** Builds the pages and the server's renderer into dist/ if their sources changed. Ends the process if the build fails. */
export declare const buildPages: () => void;
