-- migrate.ts applies this file when its content has changed. Every statement replaces what an earlier version of the file made.
-- A change of what is counted needs a migration too, one that counts the rows that are there anew.

-- Keeps the sums of msg_push_tally equal to a count over msg_push, whatever writes it, and tells listeners whose inbox changed. Lines are only added, so
-- that no writer waits for another, in whatever order the statements of its transaction come; a job adds them up (`sumPushTallies`).
-- A storm counts as one message for each recipient: `folded` counts the messages behind it, and `unread` leaves them out.
-- A merged message is not counted at all.
CREATE OR REPLACE FUNCTION msg_push_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format($fold$
    INSERT INTO msg_push_tally (tenant_id, push_object_id, msg_type, object_type, status, dept_id, total, folded, unread)
    SELECT tenant_id, push_object_id, msg_type, object_type, status, dept_id, sum(n), sum(n * folded::int), sum(n * (read_unread = 0 AND NOT folded)::int)
    FROM (%s) moved WHERE NOT merged GROUP BY 1, 2, 3, 4, 5, 6
    HAVING sum(n) <> 0 OR sum(n * folded::int) <> 0 OR sum(n * (read_unread = 0 AND NOT folded)::int) <> 0$fold$,
    CASE TG_OP
      WHEN 'INSERT' THEN 'SELECT *, 1 AS n FROM added'
      WHEN 'DELETE' THEN 'SELECT *, -1 AS n FROM gone'
      ELSE 'SELECT *, 1 AS n FROM added UNION ALL SELECT *, -1 FROM gone'
    END);
  EXECUTE format($tell$
    SELECT send_change('msg_push', tenant_id, push_object_id, NULL, NULL) FROM (SELECT DISTINCT tenant_id, push_object_id FROM %I) whose$tell$,
    CASE TG_OP WHEN 'DELETE' THEN 'gone' ELSE 'added' END);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER msg_push_inserted AFTER INSERT ON msg_push REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION msg_push_fold();
CREATE OR REPLACE TRIGGER msg_push_changed AFTER UPDATE ON msg_push REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION msg_push_fold();
CREATE OR REPLACE TRIGGER msg_push_removed AFTER DELETE ON msg_push REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION msg_push_fold();

-- Keeps event_tally equal to a count over the table of the trigger. The arguments are SQL expressions: a row's time, its status, its kind.
-- Rows are folded per statement and touched in key order, so two writers cannot deadlock.
CREATE OR REPLACE FUNCTION event_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format($fold$
    INSERT INTO event_tally AS t (tenant_id, list, month, dept_id, status, kind, total)
    SELECT tenant_id, %L, date_trunc('month', %s AT TIME ZONE 'Asia/Shanghai')::date, dept_id, %s, %s, sum(n)
    FROM (%s) moved GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(n) <> 0 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (tenant_id, list, month, dept_id, status, kind) DO UPDATE SET total = t.total + excluded.total$fold$,
    TG_TABLE_NAME, TG_ARGV[0], TG_ARGV[1], TG_ARGV[2],
    CASE TG_OP
      WHEN 'INSERT' THEN 'SELECT *, 1 AS n FROM added'
      WHEN 'DELETE' THEN 'SELECT *, -1 AS n FROM gone'
      ELSE 'SELECT *, 1 AS n FROM added UNION ALL SELECT *, -1 FROM gone'
    END);
  RETURN NULL;
END $$;

DO $$
DECLARE
  l record;
  fold text;
BEGIN
  FOR l IN SELECT * FROM (VALUES
    ('apply_for_record', 'create_time', 'status', '0'),
    ('inspect_event', 'create_time', 'CASE if_return WHEN 1 THEN 4 ELSE status END', '0'),
    ('wc_complaint', 'event_time', 'status', 'event_type'),
    ('wc_report_to_clean', 'report_time', 'status', 'type::smallint')
  ) AS lists (name, at, status, kind)
  LOOP
    fold := format('FOR EACH STATEMENT EXECUTE FUNCTION event_fold(%L, %L, %L)', l.at, l.status, l.kind);
    EXECUTE format('CREATE OR REPLACE TRIGGER event_inserted AFTER INSERT ON %I REFERENCING NEW TABLE AS added %s', l.name, fold);
    EXECUTE format('CREATE OR REPLACE TRIGGER event_changed AFTER UPDATE ON %I REFERENCING OLD TABLE AS gone NEW TABLE AS added %s', l.name, fold);
    EXECUTE format('CREATE OR REPLACE TRIGGER event_removed AFTER DELETE ON %I REFERENCING OLD TABLE AS gone %s', l.name, fold);
  END LOOP;
END $$;

-- Marks which blocks of 2 048 ids of a list a statement changed; lists/read-kept.ts counts these anew. The arguments: the list, the id of the row of
-- the list that a row `r` belongs to, and the columns that its filters and its order read; an update of others is not marked. Where the id is looked for
-- elsewhere, the columns of `r` that this reads and a condition for the rows that matter follow: it is looked for where one of these changed only, as
-- planning that takes longer than most statements. Marks are only added, so that no writer waits for another.
CREATE OR REPLACE FUNCTION list_mark() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_elsewhere constant boolean := TG_ARGV[3] IS NOT NULL;
  rows constant text := CASE WHEN is_elsewhere THEN format('SELECT r.tenant_id, %s, %s', TG_ARGV[3], TG_ARGV[2])
    ELSE format('SELECT coalesce(r.tenant_id, 0) AS marked_tenant, %s AS marked_id, %s', TG_ARGV[1], TG_ARGV[2]) END;
  only_those constant text := coalesce(TG_ARGV[4], 'true');
  added_rows constant text := format('%s FROM added r WHERE %s', rows, only_those);
  gone_rows constant text := format('%s FROM gone r WHERE %s', rows, only_those);
  changed text := CASE TG_OP
    WHEN 'INSERT' THEN added_rows
    WHEN 'DELETE' THEN gone_rows
    ELSE format('(%1$s EXCEPT %2$s) UNION ALL (%2$s EXCEPT %1$s)', added_rows, gone_rows)
  END;
  is_changed boolean;
BEGIN
  IF is_elsewhere THEN
    EXECUTE format('SELECT EXISTS (%s)', changed) INTO is_changed;
    IF NOT is_changed THEN
      RETURN NULL;
    END IF;
    changed := format('SELECT coalesce(r.tenant_id, 0) AS marked_tenant, %s AS marked_id FROM (%s) r', TG_ARGV[1], changed);
  END IF;
  EXECUTE format($mark$
    INSERT INTO list_change (tenant_id, list, block)
    SELECT DISTINCT marked_tenant, %L, (marked_id >> 11)::int FROM (%s) changed WHERE marked_id IS NOT NULL$mark$, TG_ARGV[0], changed);
  RETURN NULL;
END $$;

-- What else changes in `device` is written of all terminals at once: a trigger that looks at rows costs less.
CREATE OR REPLACE FUNCTION device_mark() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (tenant_id, list, block)
  SELECT DISTINCT tenant, 'device', NEW.id >> 11 FROM unnest(ARRAY[coalesce(OLD.tenant_id, 0), coalesce(NEW.tenant_id, 0)]) AS tenant;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER list_changed AFTER UPDATE OF tenant_id, object_type, object_id, terminal_no ON device FOR EACH ROW EXECUTE FUNCTION device_mark();

DO $$
DECLARE
  earlier record;
  l record;
  mark text;
BEGIN
  FOR earlier IN SELECT tgname, tgrelid::regclass AS "table" FROM pg_trigger WHERE tgfoid = 'list_mark()'::regprocedure AND tgparentid = 0 LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', earlier.tgname, earlier."table");
  END LOOP;

  -- `person` stands for whose department is which: lists of what people did follow it.
  FOR l IN SELECT * FROM (VALUES
    ('sys_user', 'sys_user', 'user_id', 'username, name, initials, phone, dept_id, lock_flag, create_time', 'INSERT, UPDATE, DELETE'),
    ('sys_user_role', 'sys_user', 'user_id', 'role_id', 'INSERT, UPDATE, DELETE'),
    ('sys_user', 'person', '0', 'username, dept_id', 'INSERT, UPDATE, DELETE'),
    ('vehicle', 'vehicle', 'id', 'dept_id, plate_number, name, initials, vehicle_type, vehicle_function, removed_time', 'INSERT, UPDATE, DELETE'),
    ('facility', 'facility', 'id', 'dept_id, name, initials, address, facility_type, waste_type, toilet_kind, built_year, removed_time', 'INSERT, UPDATE, DELETE'),
    ('area', 'area', 'id', 'dept_id, name', 'INSERT, UPDATE, DELETE'),
    ('device', 'device', 'id', 'terminal_no', 'INSERT, DELETE'),
    ('project', 'project', 'id', 'name, status', 'INSERT, UPDATE, DELETE'),
    ('work_plan', 'work_plan', 'id', 'name, dept_id, job_type, removed_time', 'INSERT, UPDATE, DELETE'),
    ('work_task', 'work_task', 'id', 'plan_id, dept_id, vehicle_ids, user_ids, day, start_time, end_time', 'INSERT, UPDATE, DELETE'),
    ('job_task_plan', 'job_task_plan', 'id', 'name, dept_id, user_id, removed_time', 'INSERT, UPDATE, DELETE'),
    ('project_department', 'project', 'project_id', 'dept_id', 'INSERT, UPDATE, DELETE'),
    ('iot_box', 'iot_box', 'id', 'code, name, facility_id, removed_time', 'INSERT, UPDATE, DELETE'),
    ('sys_role', 'sys_role', 'role_id', 'role_name, role_code', 'INSERT, UPDATE, DELETE'),
    ('sys_social_details', 'sys_social_details', 'id', 'type', 'INSERT, UPDATE, DELETE'),
    ('device_photo', 'device_photo', 'id', 'device_id, object_type, object_id, received', 'INSERT, UPDATE, DELETE'),
    ('video_recording', 'video_recording', 'id', 'vehicle_id, channel, violation_id, start_time, end_time', 'INSERT, UPDATE, DELETE'),
    -- Connections have no ids: a block is a day.
    ('device_connection', 'device_connection', '((time AT TIME ZONE ''Asia/Shanghai'')::date - date ''1970-01-01'' << 11)', 'device_id, time',
      'INSERT, UPDATE, DELETE'),
    ('sys_log', 'sys_log', 'id', '*', 'INSERT, UPDATE, DELETE'),
    ('sys_log_login', 'sys_log_login', 'id', '*', 'INSERT, UPDATE, DELETE'),
    ('sys_file', 'sys_file', 'id', 'file_name, original, type, create_user, create_time', 'INSERT, UPDATE, DELETE'),
    ('violation_event', 'violation_event', 'id',
      'create_time, rule_id, object_type, object_id, dept_id, severity, alarm_type, merged_into', 'INSERT, UPDATE, DELETE'),
    ('emergency', 'emergency', 'id',
      'time, is_drill, object_type, object_id, dept_id, acknowledged_by, closed_by, closed_time', 'INSERT, UPDATE, DELETE'),
    ('violation_process', 'violation_event', 'violation_id', 'user_id', 'INSERT, UPDATE, DELETE'),
    ('msg_push', 'msg_push', 'id',
      'create_time, msg_type, push_object_id, object_type, object_id, dept_id, from_id, kind, status, folded, merged', 'INSERT, UPDATE, DELETE'),
    ('apply_for_record', 'apply_for_record', 'id', '*', 'INSERT, UPDATE, DELETE'),
    ('inspect_event', 'inspect_event', 'id', '*', 'INSERT, UPDATE, DELETE'),
    ('wc_complaint', 'wc_complaint', 'id', '*', 'INSERT, UPDATE, DELETE'),
    ('wc_report_to_clean', 'wc_report_to_clean', 'id', '*', 'INSERT, UPDATE, DELETE'),
    ('sms_message', 'sms_message', 'id', 'create_time, user_id, sent_time, failures', 'INSERT, UPDATE, DELETE'),
    ('report_form', 'report_form', 'id', 'create_time, name, kind, status, schedule_id, departments', 'INSERT, UPDATE, DELETE'),
    ('attendance_day', 'attendance_day', 'id', 'user_id, dept_id, day_time, state', 'INSERT, UPDATE, DELETE'),
    ('abnormal_attendance_adjustment', 'abnormal_attendance_adjustment', 'id', '*', 'INSERT, UPDATE, DELETE')
  ) AS here ("table", list, id, columns, events) NATURAL FULL JOIN (VALUES
    ('sys_user', 'device', '(SELECT d.id FROM device d WHERE (d.tenant_id, d.object_type, d.object_id) = (r.tenant_id, ''0'', r.user_id))',
      'dept_id, name, username', 'UPDATE, DELETE', 'user_id', 'true'),
    ('vehicle', 'device', '(SELECT d.id FROM device d WHERE (d.tenant_id, d.object_type, d.object_id) = (r.tenant_id, ''1'', r.id))',
      'dept_id, plate_number', 'UPDATE, DELETE', 'id', 'true'),
    ('vehicle', 'video_recording', 'unnest(ARRAY(SELECT v.id FROM video_recording v WHERE (v.tenant_id, v.vehicle_id) = (r.tenant_id, r.id)))',
      'dept_id', 'UPDATE, DELETE', 'id', 'true'),
    ('facility', 'device', '(SELECT d.id FROM device d WHERE (d.tenant_id, d.object_type, d.object_id) = (r.tenant_id, ''2'', r.id))',
      'dept_id, name', 'UPDATE, DELETE', 'id', 'true'),
    ('facility', 'iot_box', '(SELECT b.id FROM iot_box b WHERE (b.tenant_id, b.facility_id) = (r.tenant_id, r.id) AND b.removed_time IS NULL)',
      'dept_id, name', 'UPDATE', 'id', 'true'),
    -- Of the token pairs of a log-in the newest is in the list: another one changes which.
    ('sys_token', 'sys_token', 'unnest(ARRAY(SELECT t.id FROM sys_token t WHERE t.family = r.family) || r.id)',
      'user_id, client_id, address, create_time, refresh_expires', 'INSERT, UPDATE, DELETE', 'id, family', 'true'),
    ('sys_user', 'sys_token', 'unnest(ARRAY(SELECT t.id FROM sys_token t WHERE (t.tenant_id, t.user_id) = (r.tenant_id, r.user_id)))',
      'dept_id, username', 'UPDATE', 'user_id', 'true'),
    ('violation_event', 'msg_push',
      'unnest(ARRAY(SELECT p.id FROM msg_push p WHERE (p.tenant_id, p.msg_type, p.event_id, p.create_time) = (r.tenant_id, ''1'', r.id, r.create_time)))',
      'create_time, rule_id, severity, alarm_type', 'UPDATE', 'id', 'true'),
    -- A step that a rule took changes nothing of who handled it.
    ('violation_process', 'msg_push',
      'unnest(ARRAY(SELECT p.id FROM msg_push p WHERE (p.tenant_id, p.msg_type, p.event_id) = (r.tenant_id, ''1'', r.violation_id)))',
      'user_id', 'INSERT, UPDATE, DELETE', 'violation_id', 'user_id IS NOT NULL'),
    -- What became of the work of a row is a filter of its list.
    ('wc_report_to_clean', 'violation_event', 'r.cause_id', 'status', 'INSERT, UPDATE, DELETE', 'cause_id',
      'cause_kind IN (''personViolation'', ''vehicleViolation'', ''facilityAlarm'')'),
    ('wc_report_to_clean', 'inspect_event', 'r.cause_id', 'status', 'INSERT, UPDATE, DELETE', 'cause_id', 'cause_kind = ''inspection'''),
    ('wc_report_to_clean', 'wc_complaint', 'r.cause_id', 'status', 'INSERT, UPDATE, DELETE', 'cause_id', 'cause_kind = ''publicEvent'''),
    ('wc_report_to_clean', 'facility', 'r.cause_id', 'status', 'INSERT, UPDATE, DELETE', 'cause_id', 'cause_kind = ''can'''),
    ('wc_report_to_clean', 'msg_push', 'unnest(ARRAY(SELECT p.id FROM msg_push p WHERE (p.tenant_id, p.msg_type, p.event_id) = (r.tenant_id,
        CASE r.cause_kind WHEN ''inspection'' THEN ''3'' WHEN ''publicEvent'' THEN ''5'' ELSE ''1'' END, r.cause_id)))',
      'status', 'INSERT, UPDATE, DELETE', 'cause_kind, cause_id', 'cause_id IS NOT NULL AND cause_kind <> ''can''')
  ) AS elsewhere ("table", list, id, columns, events, reads, only_those)
  LOOP
    mark := format('FOR EACH STATEMENT EXECUTE FUNCTION list_mark(%L, %L, %L', l.list, l.id, l.columns)
      || CASE WHEN l.reads IS NULL THEN ')' ELSE format(', %L, %L)', l.reads, l.only_those) END;
    IF l.events ~ 'INSERT' THEN
      EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS added %s', 'mark_inserted_' || l.list, l."table", mark);
    END IF;
    IF l.events ~ 'UPDATE' THEN
      EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS gone NEW TABLE AS added %s', 'mark_changed_' || l.list, l."table", mark);
    END IF;
    IF l.events ~ 'DELETE' THEN
      EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS gone %s', 'mark_removed_' || l.list, l."table", mark);
    END IF;
  END LOOP;
END $$;

-- Keeps attendance_month equal to a count over attendance_day, with the department of its last day: an early day that is worked out again does not bring
-- a person back to the department they have left. Rows are folded per statement and touched in key order, so two writers cannot deadlock.
CREATE OR REPLACE FUNCTION attendance_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format($fold$
    INSERT INTO attendance_month AS t (tenant_id, user_id, month, dept_id, normal, late, early, absent, leave, rest)
    SELECT tenant_id, user_id, month,
           coalesce((SELECT d.dept_id FROM attendance_day d WHERE d.tenant_id = m.tenant_id AND d.user_id = m.user_id
             AND d.day >= month AND d.day < (month + interval '1 month')::date ORDER BY d.day DESC LIMIT 1), dept_id),
           normal, late, early, absent, leave, rest
    FROM (
      SELECT tenant_id, user_id, date_trunc('month', day::timestamp)::date AS month, max(dept_id) AS dept_id,
             sum(CASE state WHEN 'normal' THEN n ELSE 0 END) AS normal, sum(CASE state WHEN 'late' THEN n ELSE 0 END) AS late,
             sum(CASE state WHEN 'early' THEN n ELSE 0 END) AS early, sum(CASE state WHEN 'absent' THEN n ELSE 0 END) AS absent,
             sum(CASE state WHEN 'leave' THEN n ELSE 0 END) AS leave, sum(CASE state WHEN 'rest' THEN n ELSE 0 END) AS rest
      FROM (%s) moved GROUP BY 1, 2, 3) m
    ORDER BY tenant_id, user_id, month
    ON CONFLICT (tenant_id, user_id, month) DO UPDATE SET dept_id = excluded.dept_id, normal = t.normal + excluded.normal, late = t.late + excluded.late,
      early = t.early + excluded.early, absent = t.absent + excluded.absent, leave = t.leave + excluded.leave, rest = t.rest + excluded.rest$fold$,
    CASE TG_OP
      WHEN 'INSERT' THEN 'SELECT *, 1 AS n FROM added'
      WHEN 'DELETE' THEN 'SELECT *, -1 AS n FROM gone'
      ELSE 'SELECT *, 1 AS n FROM added UNION ALL SELECT *, -1 FROM gone'
    END);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER attendance_inserted AFTER INSERT ON attendance_day REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION attendance_fold();
CREATE OR REPLACE TRIGGER attendance_changed AFTER UPDATE ON attendance_day REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION attendance_fold();
CREATE OR REPLACE TRIGGER attendance_removed AFTER DELETE ON attendance_day REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION attendance_fold();

-- Lets the days be worked out again that an approved leave covers, or covers no more: those until today, as later ones have not been worked out.
CREATE OR REPLACE FUNCTION attendance_touch_leave() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  columns constant text := 'SELECT tenant_id, object_id, first_day, first_half, last_day, last_half, type FROM %s WHERE status = 2';
  before constant text := format(columns, 'gone');
  now_approved constant text := format(columns, 'added');
BEGIN
  EXECUTE format($touch$
    INSERT INTO attendance_touch (tenant_id, user_id, day)
    SELECT DISTINCT tenant_id, object_id, d::date FROM (%s) r, generate_series(first_day, least(last_day, current_date), interval '1 day') d$touch$,
    CASE TG_OP
      WHEN 'INSERT' THEN now_approved
      WHEN 'DELETE' THEN before
      ELSE format('(%1$s EXCEPT %2$s) UNION ALL (%2$s EXCEPT %1$s)', now_approved, before)
    END);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER attendance_inserted AFTER INSERT ON apply_for_record REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION attendance_touch_leave();
CREATE OR REPLACE TRIGGER attendance_changed AFTER UPDATE ON apply_for_record REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION attendance_touch_leave();
CREATE OR REPLACE TRIGGER attendance_removed AFTER DELETE ON apply_for_record REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION attendance_touch_leave();

-- A change of a shift, of the work calendar or of a rule about presence counts from today on: today's days of the people it is about, which may
-- have been worked out already, are worked out again.
CREATE OR REPLACE FUNCTION attendance_touch_shift() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO attendance_touch (tenant_id, user_id, day)
  SELECT d.tenant_id, d.user_id, d.day FROM attendance_day d
  WHERE d.tenant_id = NEW.tenant_id AND d.day_time = current_date::timestamptz
    AND d.basis->'spans' @> jsonb_build_array(jsonb_build_object('shiftId', NEW.id));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER attendance_touched AFTER UPDATE OF name, start, "end", weekdays ON shift FOR EACH ROW
  WHEN ((OLD.name, OLD.start, OLD."end", OLD.weekdays) IS DISTINCT FROM (NEW.name, NEW.start, NEW."end", NEW.weekdays))
  EXECUTE FUNCTION attendance_touch_shift();

CREATE OR REPLACE FUNCTION attendance_touch_calendar() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  marked calendar_day;
BEGIN
  IF TG_OP = 'DELETE' THEN marked := OLD; ELSE marked := NEW; END IF;
  INSERT INTO attendance_touch (tenant_id, user_id, day)
  SELECT d.tenant_id, d.user_id, d.day FROM attendance_day d
  WHERE d.tenant_id = marked.tenant_id AND d.day_time = current_date::timestamptz AND d.day = marked.day;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER attendance_touched AFTER INSERT OR UPDATE OR DELETE ON calendar_day FOR EACH ROW EXECUTE FUNCTION attendance_touch_calendar();

CREATE OR REPLACE FUNCTION attendance_touch_watched(rule monitoring_rule) RETURNS void LANGUAGE sql AS $$
  INSERT INTO attendance_touch (tenant_id, user_id, day)
  SELECT d.tenant_id, d.user_id, d.day FROM attendance_day d
  WHERE rule.object_type = '0' AND rule.condition->>'kind' IN ('absent', 'late', 'leavingEarly')
    AND d.tenant_id = rule.tenant_id AND d.day_time = current_date::timestamptz
    AND (cardinality(rule.object_ids) + cardinality(rule.dept_ids) = 0 OR d.user_id = ANY (rule.object_ids)
      OR d.dept_id IN (SELECT departments_below(rule.tenant_id, rule.dept_ids)))
$$;
CREATE OR REPLACE FUNCTION attendance_touch_rule() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM attendance_touch_watched(OLD); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM attendance_touch_watched(NEW); END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER attendance_touched AFTER INSERT OR UPDATE OF condition, hours, shift_ids, object_ids, dept_ids, calendar, enabled OR DELETE
  ON monitoring_rule FOR EACH ROW EXECUTE FUNCTION attendance_touch_rule();
-- Keeps a tenant within its limits of users and of bound terminals. Of two statements at once the second waits for the first: the tenant's row is locked.
CREATE OR REPLACE FUNCTION hold_limit(tenant integer, most_of text, counted text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  most integer;
  held integer;
BEGIN
  EXECUTE format('SELECT %I FROM sys_tenant WHERE id = $1 AND %I IS NOT NULL FOR NO KEY UPDATE', most_of, most_of) INTO most USING tenant;
  IF most IS NULL THEN RETURN; END IF;
  EXECUTE format('SELECT count(*) FROM %s AND tenant_id = $1', counted) INTO held USING tenant;
  IF held > most THEN
    RAISE EXCEPTION 'tenant % may have %: %', tenant, most_of, most USING ERRCODE = 'check_violation', CONSTRAINT = 'tenant_' || most_of;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION users_within_limit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM hold_limit(tenant_id, 'max_users', 'sys_user WHERE true') FROM (SELECT DISTINCT tenant_id FROM added ORDER BY 1) whose;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION terminals_within_limit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM hold_limit(NEW.tenant_id, 'max_terminals', 'device WHERE object_id IS NOT NULL');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER within_limit AFTER INSERT ON sys_user REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION users_within_limit();
CREATE OR REPLACE TRIGGER added_within_limit AFTER INSERT ON device FOR EACH ROW WHEN (NEW.object_id IS NOT NULL) EXECUTE FUNCTION terminals_within_limit();
CREATE OR REPLACE TRIGGER bound_within_limit AFTER UPDATE OF tenant_id, object_id ON device FOR EACH ROW
  WHEN (NEW.object_id IS NOT NULL AND (OLD.tenant_id, OLD.object_id) IS DISTINCT FROM (NEW.tenant_id, NEW.object_id)) EXECUTE FUNCTION terminals_within_limit();

-- Keeps what rules and areas were until they were changed or removed.
CREATE OR REPLACE FUNCTION keep_former_rule() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO former_rule (tenant_id, rule_id, until, condition, hours, shift_ids, calendar)
  VALUES (OLD.tenant_id, OLD.id, clock_timestamp(), OLD.condition, OLD.hours, OLD.shift_ids, OLD.calendar);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER former_removed AFTER DELETE ON monitoring_rule FOR EACH ROW EXECUTE FUNCTION keep_former_rule();
CREATE OR REPLACE TRIGGER former_changed AFTER UPDATE ON monitoring_rule FOR EACH ROW
  WHEN ((OLD.condition, OLD.hours, OLD.shift_ids, OLD.calendar) IS DISTINCT FROM (NEW.condition, NEW.hours, NEW.shift_ids, NEW.calendar))
  EXECUTE FUNCTION keep_former_rule();

CREATE OR REPLACE FUNCTION keep_former_area() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO former_area (tenant_id, area_id, until, dept_id, name, shape)
  VALUES (OLD.tenant_id, OLD.id, clock_timestamp(), OLD.dept_id, OLD.name, OLD.shape);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER former_removed AFTER DELETE ON area FOR EACH ROW EXECUTE FUNCTION keep_former_area();
CREATE OR REPLACE TRIGGER former_changed AFTER UPDATE ON area FOR EACH ROW
  WHEN ((OLD.dept_id, OLD.name, OLD.shape) IS DISTINCT FROM (NEW.dept_id, NEW.name, NEW.shape))
  EXECUTE FUNCTION keep_former_area();

-- Deadlines. A row that comes without one gets it from the parameters and the work calendar of its organisation as they are now: a later change of
-- either moves nothing that was promised. An organisation without the parameters, which only tests have, gives a day.

CREATE OR REPLACE FUNCTION parameter_figure(tenant int, key text, otherwise int) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT public_value::int FROM sys_public_param WHERE tenant_id = tenant AND public_key = key), otherwise)
$$;

-- Saturdays and Sundays are no work days, nor other days that the work calendar says so of.
CREATE OR REPLACE FUNCTION is_work_day(tenant int, of_day date) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT kind = 'work' FROM calendar_day WHERE tenant_id = tenant AND day = of_day), extract(isodow FROM of_day) < 6)
$$;

-- The moment after so many minutes, of which only those of work days count where `by_calendar`. A calendar without work days ends after a year.
CREATE OR REPLACE FUNCTION due_after(tenant int, start timestamptz, minutes int, by_calendar boolean) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
DECLARE
  moment timestamptz := start;
  remaining interval := make_interval(mins => minutes);
  next_day timestamptz;
BEGIN
  IF NOT by_calendar THEN RETURN start + remaining; END IF;
  FOR n IN 1..366 LOOP
    next_day := date_trunc('day', moment) + interval '1 day';
    IF is_work_day(tenant, moment::date) THEN
      IF moment + remaining <= next_day THEN RETURN moment + remaining; END IF;
      remaining := remaining - (next_day - moment);
    END IF;
    moment := next_day;
  END LOOP;
  RETURN moment;
END $$;

-- The arguments: what the parameters of this deadline begin with, and the column of the moment from which it runs.
CREATE OR REPLACE FUNCTION deadline_set() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  start timestamptz := to_jsonb(NEW) ->> TG_ARGV[1];
  hours int;
  by_calendar boolean := parameter_figure(NEW.tenant_id, TG_ARGV[0] || '_calendar', 0) = 1;
  begins timestamptz;
BEGIN
  IF TG_TABLE_NAME = 'inspect_event' THEN
    hours := NEW.dispose_time_limit;
  ELSIF TG_TABLE_NAME = 'wc_report_to_clean' THEN
    hours := parameter_figure(NEW.tenant_id, CASE NEW.type
      WHEN '0' THEN 'cleaning_suction_hours' WHEN '1' THEN 'cleaning_cleaning_hours' ELSE 'cleaning_repair_hours' END, 24);
  ELSE
    hours := parameter_figure(NEW.tenant_id, TG_ARGV[0] || '_hours', 24);
  END IF;
  NEW.due_time := date_trunc('second', due_after(NEW.tenant_id, start, hours * 60, by_calendar));
  -- The last quarter of the hours.
  NEW.soon_time := date_trunc('second', due_after(NEW.tenant_id, start, hours * 45, by_calendar));
  IF TG_TABLE_NAME = 'apply_for_record' THEN
    -- Who is to be away is told before it begins.
    begins := NEW.first_day + CASE NEW.first_half WHEN 'am' THEN time '00:00' ELSE time '12:00' END;
    IF begins > start THEN
      NEW.due_time := least(NEW.due_time, begins);
      NEW.soon_time := least(NEW.soon_time, date_trunc('second', begins - (begins - start) / 4));
    END IF;
  END IF;
  RETURN NEW;
END $$;

DO $$
DECLARE
  l record;
BEGIN
  FOR l IN SELECT * FROM (VALUES
    ('inspect_event', 'inspection', 'create_time'),
    ('wc_complaint', 'complaint', 'event_time'),
    ('apply_for_record', 'approval', 'create_time'),
    ('wc_report_to_clean', 'cleaning', 'report_time')
  ) AS deadlines (name, noun, start)
  LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER deadline_set BEFORE INSERT ON %I FOR EACH ROW WHEN (NEW.due_time IS NULL) EXECUTE FUNCTION deadline_set(%L, %L)',
      l.name, l.noun, l.start);
  END LOOP;
END $$;
