/** What the log's servers accept of the settings that we give them, and where that is written in their source. */

type Limit = {
  /** Without its prefix: `EVENTSTORE_` up to 24.10, `KURRENTDB_` from 25.1 on. */
  setting: string;
  servers: string;
  most: number;
  source: string;
};

const MiB = 1024 * 1024;
/** 16 MiB of a record, less what stands around its data. */
export const MOST_OF_A_RECORD = 16 * MiB - 10_000;

const validator = 'Core/Configuration/ClusterVNodeOptionsValidator.cs';

export const limits: readonly Limit[] = [
  {
    ...{ setting: 'MAX_APPEND_SIZE', servers: 'EventStoreDB 23.10, 24.10', most: MOST_OF_A_RECORD },
    source: `EventStore.${validator}; 23.10.8 ends with “MaxAppendSize exceeded 16767216 bytes”`,
  },
  {
    ...{ setting: 'MAX_APPEND_SIZE', servers: 'KurrentDB 25.1, 26', most: 256 * MiB },
    source: `KurrentDB.${validator}: TFConsts.ChunkSize`,
  },
  {
    ...{ setting: 'MAX_APPEND_EVENT_SIZE', servers: 'KurrentDB 25.1, 26', most: 16 * MiB },
    source: `KurrentDB.${validator}: TFConsts.MaxLogRecordSize`,
  },
];

/** What the servers of one of these names would refuse of such settings, as `EVENTSTORE_MAX_APPEND_SIZE: 17`. */
export const refusedOf = (settings: Record<string, string>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => {
    const setting = name.replace(/^(?:EVENTSTORE|KURRENTDB)_/, '');
    return limits
      .filter(limit => limit.setting === setting && Number(value) > limit.most)
      .map(({ servers, most }) => `${name} is ${value}: ${servers} take ${most} at most`);
  });
