-- Trino's SQL. Run it in the schema of the table case_events (table.sql). Written by infra/analysis/views.ts.

CREATE OR REPLACE VIEW stays AS
WITH copies AS (
  SELECT *, row_number() OVER (PARTITION BY id ORDER BY position) AS copy FROM case_events
),
events AS (
  SELECT substring(stream, 6) AS case_id, revision, position AS pos, type AS kind, by_person, data,
    max(happened_at) OVER (ORDER BY position ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS moment,
    CAST(json_extract_scalar(data, '$.to') AS INTEGER) AS to_status,
    json_extract_scalar(data, '$.assigneeId') AS given_to,
    json_extract_scalar(data, '$.result') AS judged
  FROM copies WHERE copy = 1
),
known AS (
  SELECT *,
    last_value(to_status) IGNORE NULLS OVER (PARTITION BY case_id ORDER BY revision ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS status,
    sum(CASE WHEN kind IN ('CaseTaken', 'CaseAllocated', 'CaseReassigned', 'CaseDenied') THEN 1 ELSE 0 END) OVER (PARTITION BY case_id ORDER BY revision ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS assignments,
    sum(CASE WHEN kind IN ('DraftDeleted', 'PatientErased') THEN 1 ELSE 0 END) OVER (PARTITION BY case_id ORDER BY revision ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS ends
  FROM events
),
placed AS (
  SELECT *,
    lag(status) OVER (PARTITION BY case_id ORDER BY revision) AS status_before,
    max(CASE WHEN kind IN ('CaseTaken', 'CaseAllocated', 'CaseReassigned', 'CaseDenied') THEN given_to END) OVER (PARTITION BY case_id, assignments) AS assignee_now
  FROM known
),
marked AS (
  SELECT *,
    CASE WHEN ends = 0 AND (status_before IS NULL OR status_before <> status) THEN 1 ELSE 0 END AS begins,
    CASE WHEN kind IN ('DraftDeleted', 'PatientErased') AND ends = 1 THEN 1 ELSE 0 END AS is_end
  FROM placed
),
numbered AS (
  SELECT *, sum(begins + is_end) OVER (PARTITION BY case_id ORDER BY revision ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) - 1 AS nth FROM marked
),
assignees AS (
  SELECT case_id, nth, max_by(assignee_now, revision) FILTER (WHERE assignee_now IS NOT NULL) AS assignee
  FROM numbered GROUP BY case_id, nth
),
bounds AS (
  SELECT case_id, nth, status, begins, moment AS entered_at, lead(moment) OVER (PARTITION BY case_id ORDER BY revision) AS left_at, pos AS entered_pos,
    lead(pos) OVER (PARTITION BY case_id ORDER BY revision) AS left_pos, by_person AS entered_by, lead(by_person) OVER (PARTITION BY case_id ORDER BY revision) AS left_by, kind AS by_event,
    lead(CASE WHEN is_end = 1 THEN NULL ELSE status END) OVER (PARTITION BY case_id ORDER BY revision) AS after_status
  FROM numbered WHERE begins + is_end > 0
)
SELECT bounds.case_id AS case_id, bounds.nth AS nth, bounds.status AS status, entered_at, left_at, entered_pos, left_pos,
  entered_by, left_by, by_event, after_status, assignee
FROM bounds LEFT JOIN assignees ON bounds.case_id = assignees.case_id AND bounds.nth = assignees.nth
WHERE begins = 1;

CREATE OR REPLACE VIEW cases AS
WITH copies AS (
  SELECT *, row_number() OVER (PARTITION BY id ORDER BY position) AS copy FROM case_events
),
events AS (
  SELECT substring(stream, 6) AS case_id, revision, position AS pos, type AS kind, by_person, data,
    max(happened_at) OVER (ORDER BY position ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS moment,
    CAST(json_extract_scalar(data, '$.to') AS INTEGER) AS to_status,
    json_extract_scalar(data, '$.assigneeId') AS given_to,
    json_extract_scalar(data, '$.result') AS judged
  FROM copies WHERE copy = 1
),
known AS (
  SELECT *,
    last_value(to_status) IGNORE NULLS OVER (PARTITION BY case_id ORDER BY revision ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS status,
    sum(CASE WHEN kind IN ('CaseTaken', 'CaseAllocated', 'CaseReassigned', 'CaseDenied') THEN 1 ELSE 0 END) OVER (PARTITION BY case_id ORDER BY revision ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS assignments,
    sum(CASE WHEN kind IN ('DraftDeleted', 'PatientErased') THEN 1 ELSE 0 END) OVER (PARTITION BY case_id ORDER BY revision ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS ends
  FROM events
),
placed AS (
  SELECT *,
    lag(status) OVER (PARTITION BY case_id ORDER BY revision) AS status_before,
    max(CASE WHEN kind IN ('CaseTaken', 'CaseAllocated', 'CaseReassigned', 'CaseDenied') THEN given_to END) OVER (PARTITION BY case_id, assignments) AS assignee_now
  FROM known
),
marked AS (
  SELECT *,
    CASE WHEN ends = 0 AND (status_before IS NULL OR status_before <> status) THEN 1 ELSE 0 END AS begins,
    CASE WHEN kind IN ('DraftDeleted', 'PatientErased') AND ends = 1 THEN 1 ELSE 0 END AS is_end
  FROM placed
),
taken_back AS (
  SELECT case_id, max(pos) AS withdrawn_pos FROM marked WHERE kind = 'CaseWithdrawn' GROUP BY case_id
),
counted AS (
  SELECT marked.case_id AS case_id,
    max_by(json_extract_scalar(data, '$.ownerId'), pos) FILTER (WHERE kind IN ('CaseCreated', 'CaseHandedOver')) AS owner,
    max(CASE WHEN kind = 'CaseCreated' THEN json_extract_scalar(data, '$.orgId') END) AS org_id,
    max(CASE WHEN kind = 'CaseCreated' THEN json_extract_scalar(data, '$.servedBy') END) AS served_by,
    max(CASE WHEN kind = 'CaseCreated' THEN json_extract_scalar(data, '$.parentId') END) AS parent_id,
    min_by(moment, pos) AS created_at,
    min(moment) FILTER (WHERE kind = 'CaseSubmitted' AND pos > coalesce(withdrawn_pos, -1)) AS submitted_at,
    min_by(moment, pos) FILTER (WHERE kind = 'PlanDoctorReviewed' AND judged = 'approved') AS approved_at,
    min_by(moment, pos) FILTER (WHERE kind = 'BatchShipped') AS shipped_at,
    max_by(moment, pos) FILTER (WHERE kind = 'CaseCompleted') AS completed_at,
    max_by(status, pos) AS status,
    count(*) FILTER (WHERE kind = 'PlanExpertReviewed' AND to_status = 15) AS rounds,
    count(*) FILTER (WHERE kind = 'PlanSubmitted') AS plans,
    count(*) FILTER (WHERE kind IN ('TargetExpertReviewed', 'TargetDoctorReviewed', 'PlanExpertReviewed', 'PlanDoctorReviewed') AND judged = 'refused') AS refusals,
    count(*) FILTER (WHERE kind IN ('ModelsRefused', 'InfoRequested')) AS requests,
    count(*) FILTER (WHERE kind = 'ProductionScheduled') AS batches,
    count(*) FILTER (WHERE kind = 'BatchShipped') AS shipments,
    count(*) FILTER (WHERE kind = 'TrayOrdered') AS trays,
    count(*) FILTER (WHERE kind = 'CaseSuspended') AS holds,
    min_by(judged = 'approved', pos) FILTER (WHERE kind = 'PlanDoctorReviewed') AS first_plan_accepted,
    max_by(CAST(json_extract_scalar(data, '$.outcome') AS INTEGER), pos) FILTER (WHERE kind = 'CaseCompleted') AS outcome,
    bool_or(kind = 'DraftDeleted') AS deleted,
    coalesce(max_by(kind, pos) FILTER (WHERE kind IN ('CaseWithdrawn', 'CaseSubmitted')) = 'CaseWithdrawn', false) AS withdrawn,
    coalesce(max_by(kind, pos) FILTER (WHERE kind IN ('CaseArchived', 'CaseUnarchived')) = 'CaseArchived', false) AS archived,
    bool_or(kind = 'PatientErased') AS erased,
    max(pos) AS position
  FROM marked LEFT JOIN taken_back ON marked.case_id = taken_back.case_id GROUP BY marked.case_id
),
ways AS (
  SELECT case_id, coalesce(array_join(array_agg(CAST(status AS VARCHAR) ORDER BY nth) FILTER (WHERE nth > 0 AND status NOT IN (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 22)), '>'), '') AS way FROM stays GROUP BY case_id
)
SELECT counted.*, ways.way AS way FROM counted LEFT JOIN ways ON counted.case_id = ways.case_id;
