CREATE TEMPORARY TABLE "summed" ON COMMIT DROP AS
  SELECT tenant_id, push_object_id, msg_type, object_type, status, dept_id, sum(total)::int AS total, sum(unread)::int AS unread, sum(folded)::int AS folded
  FROM msg_push_tally GROUP BY 1, 2, 3, 4, 5, 6;--> statement-breakpoint
TRUNCATE "msg_push_tally";--> statement-breakpoint
ALTER TABLE "msg_push_tally" DROP COLUMN "kind";--> statement-breakpoint
ALTER TABLE "msg_push_tally" DROP COLUMN "day";--> statement-breakpoint
ALTER TABLE "msg_push_tally" ADD CONSTRAINT "msg_push_tally_tenant_id_push_object_id_msg_type_object_type_status_dept_id_pk" PRIMARY KEY("tenant_id","push_object_id","msg_type","object_type","status","dept_id");--> statement-breakpoint
INSERT INTO "msg_push_tally" (tenant_id, push_object_id, msg_type, object_type, status, dept_id, total, unread, folded)
  SELECT tenant_id, push_object_id, msg_type, object_type, status, dept_id, total, unread, folded FROM "summed";
