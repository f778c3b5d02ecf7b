-- The events of cases as Iceberg's Connect sink writes them: only added to. A backfill repeats records; the views tell them by
-- `id`. `by_person` and `data` hold people's ids and tracking numbers: README.md says who may see them.
CREATE TABLE IF NOT EXISTS case_events (
  id VARCHAR NOT NULL,
  stream VARCHAR NOT NULL,
  revision INTEGER NOT NULL,
  position BIGINT NOT NULL,
  type VARCHAR NOT NULL,
  happened_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  by_person VARCHAR NOT NULL,
  data VARCHAR NOT NULL
)
WITH (format = 'PARQUET', partitioning = ARRAY['day(happened_at)'], sorted_by = ARRAY['position']);
