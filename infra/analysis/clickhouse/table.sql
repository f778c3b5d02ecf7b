-- The events of cases as the sink writes them: only added to. A backfill repeats records; the views tell them by `id`.
-- `by_person` and `data` hold people's ids and tracking numbers: README.md says who may see them.
CREATE TABLE IF NOT EXISTS case_events (
  id String,
  stream String,
  revision UInt32,
  position Int64,
  type LowCardinality(String),
  happened_at DateTime64(3, 'UTC'),
  by_person String,
  data String
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(happened_at)
ORDER BY (stream, revision);
