-- Keeps msg_push_tally equal to a count over msg_push, whatever writes it, and tells listeners whose inbox changed.
-- Rows are folded per statement and touched in key order, so two writers cannot deadlock.
CREATE FUNCTION msg_push_insert_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO msg_push_tally AS t (tenant_id, push_object_id, msg_type, object_type, status, dept_id, day, total, unread)
  SELECT tenant_id, push_object_id, msg_type, object_type, status, dept_id, (create_time AT TIME ZONE 'Asia/Shanghai')::date AS day,
         count(*), count(*) FILTER (WHERE read_unread = 0)
  FROM added GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 7, 6
  ON CONFLICT (tenant_id, push_object_id, msg_type, object_type, status, day, dept_id)
  DO UPDATE SET total = t.total + excluded.total, unread = t.unread + excluded.unread;
  PERFORM pg_notify('changed', 'msg_push:' || tenant_id || ':' || push_object_id) FROM (SELECT DISTINCT tenant_id, push_object_id FROM added) whose;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION msg_push_change_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO msg_push_tally AS t (tenant_id, push_object_id, msg_type, object_type, status, dept_id, day, total, unread)
  SELECT tenant_id, push_object_id, msg_type, object_type, status, dept_id, day, sum(n), sum(u)
  FROM (
    SELECT tenant_id, push_object_id, msg_type, object_type, status, dept_id, (create_time AT TIME ZONE 'Asia/Shanghai')::date AS day, 1 AS n, 1 - read_unread AS u FROM added
    UNION ALL
    SELECT tenant_id, push_object_id, msg_type, object_type, status, dept_id, (create_time AT TIME ZONE 'Asia/Shanghai')::date, -1, read_unread - 1 FROM gone
  ) moved
  GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(n) <> 0 OR sum(u) <> 0 ORDER BY 1, 2, 3, 4, 5, 7, 6
  ON CONFLICT (tenant_id, push_object_id, msg_type, object_type, status, day, dept_id)
  DO UPDATE SET total = t.total + excluded.total, unread = t.unread + excluded.unread;
  PERFORM pg_notify('changed', 'msg_push:' || tenant_id || ':' || push_object_id) FROM (SELECT DISTINCT tenant_id, push_object_id FROM added) whose;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION msg_push_delete_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE msg_push_tally t SET total = t.total - d.n, unread = t.unread - d.u
  FROM (
    SELECT tenant_id, push_object_id, msg_type, object_type, status, dept_id, (create_time AT TIME ZONE 'Asia/Shanghai')::date AS day,
           count(*) AS n, count(*) FILTER (WHERE read_unread = 0) AS u
    FROM gone GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 7, 6
  ) d
  WHERE (t.tenant_id, t.push_object_id, t.msg_type, t.object_type, t.status, t.dept_id, t.day)
      = (d.tenant_id, d.push_object_id, d.msg_type, d.object_type, d.status, d.dept_id, d.day);
  PERFORM pg_notify('changed', 'msg_push:' || tenant_id || ':' || push_object_id) FROM (SELECT DISTINCT tenant_id, push_object_id FROM gone) whose;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER msg_push_inserted AFTER INSERT ON msg_push REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION msg_push_insert_fold();
--> statement-breakpoint
CREATE TRIGGER msg_push_changed AFTER UPDATE ON msg_push REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION msg_push_change_fold();
--> statement-breakpoint
CREATE TRIGGER msg_push_removed AFTER DELETE ON msg_push REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION msg_push_delete_fold();
