/** The formats of exports. Pure. */

export const exportFormats = {
  parquet: { extension: 'zip', media: 'application/zip' },
  csv: { extension: 'zip', media: 'application/zip' },
  ndjson: { extension: 'zip', media: 'application/zip' },
  ocel: { extension: 'json', media: 'application/json' },
  'ocel-sqlite': { extension: 'sqlite', media: 'application/vnd.sqlite3' },
  xes: { extension: 'xes', media: 'application/xml' },
} as const;
export type ExportFormat = keyof typeof exportFormats;
// Cast: Object.keys forgets the type of the keys.
export const exportFormatNames = Object.keys(exportFormats) as ExportFormat[];

/** Formats of tables: of their exports, and of the answer to a question as a file. */
export const tableFormats = ['csv', 'parquet', 'ndjson'] as const satisfies readonly ExportFormat[];
export type TableFormat = (typeof tableFormats)[number];

/** What a trace of an XES log is: a case, or a treatment with all its refinements. */
export const xesTraceKinds = ['case', 'treatment'] as const;
export type XesTraceKind = (typeof xesTraceKinds)[number];
