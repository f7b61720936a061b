ALTER TABLE "msg_push_tally" ADD COLUMN "folded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "msg_push" ADD COLUMN "folded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "violation_event" ADD COLUMN "storm" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "violation_event_storm" ON "violation_event" USING btree ("tenant_id","rule_id","storm") WHERE storm is not null;--> statement-breakpoint
-- Of a storm one message counts for each recipient; the tally says how many are folded behind it, and of what is unread only what is not.
CREATE OR REPLACE FUNCTION msg_push_insert_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO msg_push_tally AS t (tenant_id, push_object_id, msg_type, object_type, kind, status, dept_id, day, total, folded, unread)
  SELECT tenant_id, push_object_id, msg_type, object_type, kind, status, dept_id, (create_time AT TIME ZONE 'Asia/Shanghai')::date AS day,
         count(*), count(*) FILTER (WHERE folded), count(*) FILTER (WHERE read_unread = 0 AND NOT folded)
  FROM added GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5, 6, 8, 7
  ON CONFLICT (tenant_id, push_object_id, msg_type, object_type, kind, status, day, dept_id)
  DO UPDATE SET total = t.total + excluded.total, folded = t.folded + excluded.folded, unread = t.unread + excluded.unread;
  PERFORM pg_notify('changed', 'msg_push:' || tenant_id || ':' || push_object_id) FROM (SELECT DISTINCT tenant_id, push_object_id FROM added) whose;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION msg_push_change_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO msg_push_tally AS t (tenant_id, push_object_id, msg_type, object_type, kind, status, dept_id, day, total, folded, unread)
  SELECT tenant_id, push_object_id, msg_type, object_type, kind, status, dept_id, (create_time AT TIME ZONE 'Asia/Shanghai')::date AS day,
         sum(n), sum(CASE WHEN folded THEN n ELSE 0 END), sum(CASE WHEN read_unread = 0 AND NOT folded THEN n ELSE 0 END)
  FROM (SELECT *, 1 AS n FROM added UNION ALL SELECT *, -1 FROM gone) moved
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
  HAVING sum(n) <> 0 OR sum(CASE WHEN folded THEN n ELSE 0 END) <> 0 OR sum(CASE WHEN read_unread = 0 AND NOT folded THEN n ELSE 0 END) <> 0
  ORDER BY 1, 2, 3, 4, 5, 6, 8, 7
  ON CONFLICT (tenant_id, push_object_id, msg_type, object_type, kind, status, day, dept_id)
  DO UPDATE SET total = t.total + excluded.total, folded = t.folded + excluded.folded, unread = t.unread + excluded.unread;
  PERFORM pg_notify('changed', 'msg_push:' || tenant_id || ':' || push_object_id) FROM (SELECT DISTINCT tenant_id, push_object_id FROM added) whose;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION msg_push_delete_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE msg_push_tally t SET total = t.total - d.n, folded = t.folded - d.f, unread = t.unread - d.u
  FROM (
    SELECT tenant_id, push_object_id, msg_type, object_type, kind, status, dept_id, (create_time AT TIME ZONE 'Asia/Shanghai')::date AS day,
           count(*) AS n, count(*) FILTER (WHERE folded) AS f, count(*) FILTER (WHERE read_unread = 0 AND NOT folded) AS u
    FROM gone GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5, 6, 8, 7
  ) d
  WHERE (t.tenant_id, t.push_object_id, t.msg_type, t.object_type, t.kind, t.status, t.dept_id, t.day)
      = (d.tenant_id, d.push_object_id, d.msg_type, d.object_type, d.kind, d.status, d.dept_id, d.day);
  PERFORM pg_notify('changed', 'msg_push:' || tenant_id || ':' || push_object_id) FROM (SELECT DISTINCT tenant_id, push_object_id FROM gone) whose;
  RETURN NULL;
END $$;
