-- migrate.ts applies this file when its content has changed. Every statement replaces what an earlier version of the file made.
-- Notes the events that other systems subscribe to, in the transaction of the change that they tell of: what is committed is told, and nothing else.

-- A moment as texts have it everywhere.
CREATE OR REPLACE FUNCTION moment_text(at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')
$$;

-- Notes an event of an object for each subscription to its noun that sees its department. The number of the object is held until the
-- transaction ends, so that events of an object are numbered in the order of their commits.
CREATE OR REPLACE FUNCTION note_event(tenant int, event text, about text, about_id bigint, dept int, content jsonb) RETURNS void LANGUAGE sql AS $$
  WITH numbered AS (
    INSERT INTO outgoing_sequence AS s (tenant_id, subscription_id, object_type, object_id, last)
    SELECT tenant, id, about, about_id, 1 FROM subscription
    WHERE tenant_id = tenant AND NOT is_stopped AND split_part(event, '.', 1) = ANY (events)
      AND (dept_id IS NULL OR dept IN (SELECT departments_below(tenant, ARRAY[dept_id])))
    ORDER BY id
    ON CONFLICT (tenant_id, subscription_id, object_type, object_id) DO UPDATE SET last = s.last + 1
    RETURNING s.subscription_id, s.last
  ), noted AS (
    INSERT INTO outgoing_event (tenant_id, subscription_id, type, object_type, object_id, sequence, data)
    SELECT tenant, subscription_id, event, about, about_id, last, content FROM numbered
    RETURNING tenant_id
  )
  SELECT send_change('outgoing_event', tenant_id, NULL, NULL, NULL) FROM noted LIMIT 1
$$;

-- True when somebody subscribes to one of the nouns: most statements are over with this question.
CREATE OR REPLACE FUNCTION is_subscribed(VARIADIC nouns text[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM subscription WHERE NOT is_stopped AND events && nouns)
$$;

CREATE OR REPLACE FUNCTION tell_violation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  formerly constant text := CASE TG_OP WHEN 'INSERT' THEN 'SELECT NULL::timestamptz AS end_time, (-1)::smallint AS alarm_type' ELSE
    'SELECT g.end_time, g.alarm_type FROM gone g WHERE g.tenant_id = n.tenant_id AND g.id = n.id AND g.create_time = n.create_time' END;
BEGIN
  IF NOT is_subscribed('violation', 'reading') THEN RETURN NULL; END IF;
  EXECUTE format($tell$
    SELECT note_event(n.tenant_id, what.event, 'violation', n.id, n.dept_id, jsonb_build_object('violationEvent', n.violation_event,
      'severity', n.severity, 'objectType', n.object_type, 'objectId', n.object_id, 'objectName', n.object_name, 'deptId', n.dept_id,
      'deptName', n.dept_name, 'createTime', moment_text(n.create_time), 'endTime', moment_text(n.end_time), 'position', n.position,
      'lng', n.lng, 'lat', n.lat, 'measure', n.measure, 'limit', n."limit", 'peak', n.peak, 'alarmType', n.alarm_type))
    FROM added n CROSS JOIN LATERAL (%s) o
    CROSS JOIN LATERAL (SELECT n.measure IS NOT NULL AND n.measure <> 'speed' AS is_reading) kind
    CROSS JOIN LATERAL (VALUES
      (1, %L, CASE WHEN is_reading THEN 'reading.overLimit' ELSE 'violation.raised' END),
      (2, n.end_time IS NOT NULL AND o.end_time IS NULL, CASE WHEN is_reading THEN 'reading.withinLimit' ELSE 'violation.ended' END),
      (3, n.alarm_type <> o.alarm_type, 'violation.judged')
    ) what (place, holds, event)
    WHERE what.holds AND n.merged_into IS NULL
    ORDER BY n.tenant_id, n.id, what.place$tell$, formerly, TG_OP = 'INSERT');
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION tell_public_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_subscribed('publicEvent') THEN RETURN NULL; END IF;
  EXECUTE format($tell$
    SELECT note_event(n.tenant_id, %L, 'publicEvent', n.id, n.dept_id, jsonb_build_object('code', n.code, 'facilityId', n.facility_id,
      'facilityName', n.facility_name, 'deptId', n.dept_id, 'eventType', n.event_type, 'eventTime', moment_text(n.event_time),
      'content', n.content, 'status', n.status, 'position', n.position, 'lng', n.lng, 'lat', n.lat, 'resultContent', n.result_content,
      'resultTime', moment_text(n.result_time), 'score', n.score))
    FROM added n WHERE %s ORDER BY n.tenant_id, n.id$tell$,
    CASE TG_OP WHEN 'INSERT' THEN 'publicEvent.reported' ELSE 'publicEvent.changed' END,
    CASE TG_OP WHEN 'INSERT' THEN 'true' ELSE 'EXISTS (SELECT FROM gone g WHERE g.tenant_id = n.tenant_id AND g.id = n.id
      AND (g.status, g.score, g.result_content) IS DISTINCT FROM (n.status, n.score, n.result_content))' END);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION tell_cleaning() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_subscribed('cleaning') THEN RETURN NULL; END IF;
  EXECUTE format($tell$
    SELECT note_event(n.tenant_id, %L, 'cleaning', n.id, n.dept_id, jsonb_build_object('code', n.code, 'facilityId', n.facility_id,
      'facilityName', n.facility_name, 'deptId', n.dept_id, 'type', n.type, 'status', n.status, 'reportTime', moment_text(n.report_time),
      'content', n.content, 'position', n.position, 'lng', n.lng, 'lat', n.lat, 'assigneeName', n.assignee_name, 'vehicleId', n.vehicle_id,
      'assignTime', moment_text(n.assign_time), 'processTime', moment_text(n.process_time), 'evaluateTime', moment_text(n.evaluate_time),
      'overTime', moment_text(n.over_time), 'score', n.score))
    FROM added n WHERE %s ORDER BY n.tenant_id, n.id$tell$,
    CASE TG_OP WHEN 'INSERT' THEN 'cleaning.reported' ELSE 'cleaning.changed' END,
    CASE TG_OP WHEN 'INSERT' THEN 'true' ELSE 'EXISTS (SELECT FROM gone g WHERE g.tenant_id = n.tenant_id AND g.id = n.id
      AND (g.status, g.assignee_id, g.vehicle_id) IS DISTINCT FROM (n.status, n.assignee_id, n.vehicle_id))' END);
  RETURN NULL;
END $$;

-- Of terminals on an object alone: others are nobody's in the organisation.
CREATE OR REPLACE FUNCTION tell_terminal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_subscribed('terminal') THEN RETURN NULL; END IF;
  EXECUTE format($tell$
    SELECT note_event(n.tenant_id, %L, 'terminal', n.device_id, o.dept_id, jsonb_build_object('terminalNo', d.terminal_no,
      'objectType', d.object_type, 'objectId', d.object_id, 'deptId', o.dept_id, 'time', moment_text(coalesce(n.ended, n.time)), 'reason', n.reason))
    FROM added n JOIN device d ON d.id = n.device_id AND d.tenant_id = n.tenant_id
    CROSS JOIN LATERAL (
      SELECT dept_id FROM vehicle v WHERE d.object_type = '1' AND v.tenant_id = d.tenant_id AND v.id = d.object_id
      UNION ALL SELECT dept_id FROM facility f WHERE d.object_type = '2' AND f.tenant_id = d.tenant_id AND f.id = d.object_id
      UNION ALL SELECT dept_id FROM sys_user u WHERE d.object_type = '0' AND u.tenant_id = d.tenant_id AND u.user_id = d.object_id
    ) o
    WHERE %s ORDER BY n.tenant_id, n.device_id, n.time$tell$,
    CASE TG_OP WHEN 'INSERT' THEN 'terminal.online' ELSE 'terminal.offline' END,
    CASE TG_OP WHEN 'INSERT' THEN 'n.ended IS NULL' ELSE 'n.ended IS NOT NULL AND EXISTS (SELECT FROM gone g
      WHERE g.tenant_id = n.tenant_id AND g.device_id = n.device_id AND g.time = n.time AND g.ended IS NULL)' END);
  RETURN NULL;
END $$;

DO $$
DECLARE
  told record;
BEGIN
  FOR told IN SELECT * FROM (VALUES
    ('violation_event', 'tell_violation'), ('wc_complaint', 'tell_public_event'), ('wc_report_to_clean', 'tell_cleaning'),
    ('device_connection', 'tell_terminal')
  ) AS tables (name, tell) LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER outgoing_inserted AFTER INSERT ON %I REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      told.name, told.tell);
    EXECUTE format('CREATE OR REPLACE TRIGGER outgoing_updated AFTER UPDATE ON %I REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      told.name, told.tell);
  END LOOP;
END $$;
