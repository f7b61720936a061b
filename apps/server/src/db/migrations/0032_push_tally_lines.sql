DROP FUNCTION IF EXISTS msg_push_insert_fold, msg_push_change_fold, msg_push_delete_fold CASCADE;--> statement-breakpoint
CREATE TEMPORARY TABLE "summed" ON COMMIT DROP AS
  SELECT tenant_id, push_object_id, msg_type, object_type, status, dept_id, sum(total)::int AS total, sum(folded)::int AS folded, sum(unread)::int AS unread
  FROM msg_push_tally GROUP BY 1, 2, 3, 4, 5, 6;--> statement-breakpoint
TRUNCATE "msg_push_tally";--> statement-breakpoint
ALTER TABLE "msg_push_tally" DROP COLUMN IF EXISTS "kind";--> statement-breakpoint
ALTER TABLE "msg_push_tally" DROP COLUMN IF EXISTS "day";--> statement-breakpoint
ALTER TABLE "msg_push_tally" DROP CONSTRAINT IF EXISTS "msg_push_tally_tenant_id_push_object_id_msg_type_object_type_status_dept_id_pk";--> statement-breakpoint
ALTER TABLE "msg_push_tally" ADD COLUMN "is_sum" boolean DEFAULT false NOT NULL;--> statement-breakpoint
INSERT INTO "msg_push_tally" (tenant_id, push_object_id, msg_type, object_type, status, dept_id, total, folded, unread, is_sum)
  SELECT tenant_id, push_object_id, msg_type, object_type, status, dept_id, total, folded, unread, true FROM "summed"
  WHERE total <> 0 OR folded <> 0 OR unread <> 0;--> statement-breakpoint
CREATE INDEX "msg_push_tally_tenant_id_push_object_id_index" ON "msg_push_tally" USING btree ("tenant_id","push_object_id");--> statement-breakpoint
CREATE INDEX "msg_push_tally_new" ON "msg_push_tally" USING btree ("tenant_id","push_object_id") WHERE not is_sum;
