CREATE TABLE "event_removal" (
	"tenant_id" integer NOT NULL,
	"list" text NOT NULL,
	"id" bigint NOT NULL,
	"dept_id" integer NOT NULL,
	"owner_ids" integer[] NOT NULL,
	"user_name" text NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_removal_tenant_id_list_id_pk" PRIMARY KEY("tenant_id","list","id")
);
--> statement-breakpoint
CREATE TABLE "event_tally" (
	"tenant_id" integer NOT NULL,
	"list" text NOT NULL,
	"month" date NOT NULL,
	"dept_id" integer NOT NULL,
	"status" smallint NOT NULL,
	"kind" smallint NOT NULL,
	"total" integer NOT NULL,
	CONSTRAINT "event_tally_tenant_id_list_month_dept_id_status_kind_pk" PRIMARY KEY("tenant_id","list","month","dept_id","status","kind")
);
--> statement-breakpoint
DROP INDEX "apply_for_record_tenant_id_status_create_time_id_index";--> statement-breakpoint
DROP INDEX "wc_report_to_clean_tenant_id_status_report_time_id_index";--> statement-breakpoint
DROP INDEX "wc_report_to_clean_tenant_id_report_time_id_index";--> statement-breakpoint
DROP INDEX "wc_complaint_tenant_id_status_event_time_id_index";--> statement-breakpoint
DROP INDEX "wc_complaint_tenant_id_event_time_id_index";--> statement-breakpoint
DROP INDEX "wc_complaint_tenant_id_facility_id_event_time_index";--> statement-breakpoint
DROP INDEX "inspect_event_tenant_id_status_create_time_id_index";--> statement-breakpoint
DROP INDEX "inspect_event_tenant_id_create_time_id_index";--> statement-breakpoint
DROP INDEX "inspect_event_returned";--> statement-breakpoint
ALTER TABLE "msg_push_tally" DROP CONSTRAINT "msg_push_tally_tenant_id_push_object_id_msg_type_object_type_status_day_dept_id_pk";--> statement-breakpoint
-- Summed anew below.
TRUNCATE "msg_push_tally";--> statement-breakpoint
ALTER TABLE "msg_push_tally" ADD COLUMN "kind" smallint NOT NULL;--> statement-breakpoint
ALTER TABLE "msg_push_tally" ADD CONSTRAINT "msg_push_tally_tenant_id_push_object_id_msg_type_object_type_kind_status_day_dept_id_pk" PRIMARY KEY("tenant_id","push_object_id","msg_type","object_type","kind","status","day","dept_id");--> statement-breakpoint
ALTER TABLE "msg_push" ADD COLUMN "from_id" integer;--> statement-breakpoint
ALTER TABLE "msg_push" ADD COLUMN "kind" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "apply_for_record_tenant_id_status_create_time_id_dept_id_index" ON "apply_for_record" USING btree ("tenant_id","status","create_time","id","dept_id");--> statement-breakpoint
CREATE INDEX "apply_for_record_tenant_id_create_time_id_dept_id_status_index" ON "apply_for_record" USING btree ("tenant_id","create_time","id","dept_id","status");--> statement-breakpoint
CREATE INDEX "apply_for_record_tenant_id_dept_id_create_time_id_index" ON "apply_for_record" USING btree ("tenant_id","dept_id","create_time","id");--> statement-breakpoint
CREATE INDEX "wc_report_to_clean_tenant_id_status_report_time_id_dept_id_type_index" ON "wc_report_to_clean" USING btree ("tenant_id","status","report_time","id","dept_id","type");--> statement-breakpoint
CREATE INDEX "wc_report_to_clean_tenant_id_report_time_id_dept_id_type_status_index" ON "wc_report_to_clean" USING btree ("tenant_id","report_time","id","dept_id","type","status");--> statement-breakpoint
CREATE INDEX "wc_report_to_clean_open" ON "wc_report_to_clean" USING btree ("tenant_id","report_time","id","dept_id","status","assignee_id") WHERE status <> 4;--> statement-breakpoint
CREATE INDEX "wc_complaint_tenant_id_status_event_time_id_dept_id_event_type_index" ON "wc_complaint" USING btree ("tenant_id","status","event_time","id","dept_id","event_type");--> statement-breakpoint
CREATE INDEX "wc_complaint_tenant_id_event_time_id_dept_id_event_type_status_index" ON "wc_complaint" USING btree ("tenant_id","event_time","id","dept_id","event_type","status");--> statement-breakpoint
CREATE INDEX "wc_complaint_tenant_id_dept_id_event_time_id_index" ON "wc_complaint" USING btree ("tenant_id","dept_id","event_time","id");--> statement-breakpoint
CREATE INDEX "wc_complaint_tenant_id_facility_id_event_time_id_index" ON "wc_complaint" USING btree ("tenant_id","facility_id","event_time","id");--> statement-breakpoint
CREATE INDEX "inspect_event_tenant_id_status_create_time_id_dept_id_index" ON "inspect_event" USING btree ("tenant_id","status","create_time","id","dept_id");--> statement-breakpoint
CREATE INDEX "inspect_event_tenant_id_create_time_id_dept_id_status_index" ON "inspect_event" USING btree ("tenant_id","create_time","id","dept_id","status");--> statement-breakpoint
CREATE INDEX "inspect_event_tenant_id_dept_id_create_time_id_index" ON "inspect_event" USING btree ("tenant_id","dept_id","create_time","id");--> statement-breakpoint
CREATE INDEX "msg_push_from" ON "msg_push" USING btree ("tenant_id","push_object_id","from_id","create_time","id") WHERE from_id is not null;--> statement-breakpoint
CREATE INDEX "inspect_event_returned" ON "inspect_event" USING btree ("tenant_id","create_time","id","dept_id") WHERE if_return = 1;--> statement-breakpoint
-- Push records say of themselves what their lists are narrowed by; the tally follows.
CREATE OR REPLACE FUNCTION msg_push_insert_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO msg_push_tally AS t (tenant_id, push_object_id, msg_type, object_type, kind, status, dept_id, day, total, unread)
  SELECT tenant_id, push_object_id, msg_type, object_type, kind, status, dept_id, (create_time AT TIME ZONE 'Asia/Shanghai')::date AS day,
         count(*), count(*) FILTER (WHERE read_unread = 0)
  FROM added GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5, 6, 8, 7
  ON CONFLICT (tenant_id, push_object_id, msg_type, object_type, kind, status, day, dept_id)
  DO UPDATE SET total = t.total + excluded.total, unread = t.unread + excluded.unread;
  PERFORM pg_notify('changed', 'msg_push:' || tenant_id || ':' || push_object_id) FROM (SELECT DISTINCT tenant_id, push_object_id FROM added) whose;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION msg_push_change_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO msg_push_tally AS t (tenant_id, push_object_id, msg_type, object_type, kind, status, dept_id, day, total, unread)
  SELECT tenant_id, push_object_id, msg_type, object_type, kind, status, dept_id, day, sum(n), sum(u)
  FROM (
    SELECT tenant_id, push_object_id, msg_type, object_type, kind, status, dept_id, (create_time AT TIME ZONE 'Asia/Shanghai')::date AS day, 1 AS n, 1 - read_unread AS u FROM added
    UNION ALL
    SELECT tenant_id, push_object_id, msg_type, object_type, kind, status, dept_id, (create_time AT TIME ZONE 'Asia/Shanghai')::date, -1, read_unread - 1 FROM gone
  ) moved
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 HAVING sum(n) <> 0 OR sum(u) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 8, 7
  ON CONFLICT (tenant_id, push_object_id, msg_type, object_type, kind, status, day, dept_id)
  DO UPDATE SET total = t.total + excluded.total, unread = t.unread + excluded.unread;
  PERFORM pg_notify('changed', 'msg_push:' || tenant_id || ':' || push_object_id) FROM (SELECT DISTINCT tenant_id, push_object_id FROM added) whose;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION msg_push_delete_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE msg_push_tally t SET total = t.total - d.n, unread = t.unread - d.u
  FROM (
    SELECT tenant_id, push_object_id, msg_type, object_type, kind, status, dept_id, (create_time AT TIME ZONE 'Asia/Shanghai')::date AS day,
           count(*) AS n, count(*) FILTER (WHERE read_unread = 0) AS u
    FROM gone GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5, 6, 8, 7
  ) d
  WHERE (t.tenant_id, t.push_object_id, t.msg_type, t.object_type, t.kind, t.status, t.dept_id, t.day)
      = (d.tenant_id, d.push_object_id, d.msg_type, d.object_type, d.kind, d.status, d.dept_id, d.day);
  PERFORM pg_notify('changed', 'msg_push:' || tenant_id || ':' || push_object_id) FROM (SELECT DISTINCT tenant_id, push_object_id FROM gone) whose;
  RETURN NULL;
END $$;
--> statement-breakpoint
ALTER TABLE "msg_push" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "msg_push" p SET from_id = e.submitted_by FROM "apply_for_record" e WHERE p.msg_type = '4' AND (p.tenant_id, p.event_id) = (e.tenant_id, e.id);
--> statement-breakpoint
UPDATE "msg_push" p SET from_id = e.report_person_id FROM "inspect_event" e WHERE p.msg_type = '3' AND (p.tenant_id, p.event_id) = (e.tenant_id, e.id);
--> statement-breakpoint
UPDATE "msg_push" p SET kind = e.event_type FROM "wc_complaint" e WHERE p.msg_type = '5' AND (p.tenant_id, p.event_id) = (e.tenant_id, e.id);
--> statement-breakpoint
INSERT INTO "msg_push_tally" (tenant_id, push_object_id, msg_type, object_type, kind, status, dept_id, day, total, unread)
SELECT tenant_id, push_object_id, msg_type, object_type, kind, status, dept_id, (create_time AT TIME ZONE 'Asia/Shanghai')::date, count(*),
       count(*) FILTER (WHERE read_unread = 0)
FROM "msg_push" GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;
--> statement-breakpoint
ALTER TABLE "msg_push" ENABLE TRIGGER USER;
--> statement-breakpoint
-- Keeps event_tally equal to a count over the table it is a trigger of. Its arguments are how a row says its time, its state and its kind.
-- Rows are folded per statement and touched in key order, so two writers cannot deadlock.
CREATE FUNCTION event_fold() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
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
    EXECUTE format('CREATE TRIGGER event_inserted AFTER INSERT ON %I REFERENCING NEW TABLE AS added %s', l.name, fold);
    EXECUTE format('CREATE TRIGGER event_changed AFTER UPDATE ON %I REFERENCING OLD TABLE AS gone NEW TABLE AS added %s', l.name, fold);
    EXECUTE format('CREATE TRIGGER event_removed AFTER DELETE ON %I REFERENCING OLD TABLE AS gone %s', l.name, fold);
    EXECUTE format('INSERT INTO event_tally SELECT tenant_id, %L, date_trunc(''month'', %s AT TIME ZONE ''Asia/Shanghai'')::date, dept_id, %s, %s, count(*) FROM %I GROUP BY 1, 2, 3, 4, 5, 6',
      l.name, l.at, l.status, l.kind, l.name);
  END LOOP;
END $$;
