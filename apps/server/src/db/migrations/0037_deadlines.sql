DROP INDEX "wc_report_to_clean_due";--> statement-breakpoint
ALTER TABLE "apply_for_record" ADD COLUMN "soon_time" timestamp with time zone DEFAULT null;--> statement-breakpoint
ALTER TABLE "apply_for_record" ADD COLUMN "due_time" timestamp with time zone DEFAULT null;--> statement-breakpoint
ALTER TABLE "apply_for_record" ADD COLUMN "decide_time" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "wc_report_to_clean" ADD COLUMN "soon_time" timestamp with time zone DEFAULT null;--> statement-breakpoint
ALTER TABLE "wc_report_to_clean" ADD COLUMN "due_time" timestamp with time zone DEFAULT null;--> statement-breakpoint
ALTER TABLE "wc_complaint" ADD COLUMN "soon_time" timestamp with time zone DEFAULT null;--> statement-breakpoint
ALTER TABLE "wc_complaint" ADD COLUMN "due_time" timestamp with time zone DEFAULT null;--> statement-breakpoint
ALTER TABLE "inspect_event" ADD COLUMN "soon_time" timestamp with time zone DEFAULT null;--> statement-breakpoint
ALTER TABLE "inspect_event" ADD COLUMN "due_time" timestamp with time zone DEFAULT null;--> statement-breakpoint
ALTER TABLE "msg_push" ADD COLUMN "soon_time" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "msg_push" ADD COLUMN "due_time" timestamp with time zone;--> statement-breakpoint
UPDATE "wc_report_to_clean" SET "due_time" = date_trunc('second', report_time + make_interval(hours => coalesce(due_hours, CASE type WHEN '0' THEN 24 WHEN '1' THEN 12 ELSE 48 END)));--> statement-breakpoint
UPDATE "inspect_event" SET "due_time" = date_trunc('second', create_time + make_interval(hours => dispose_time_limit));--> statement-breakpoint
UPDATE "wc_complaint" SET "due_time" = date_trunc('second', event_time + interval '1 day');--> statement-breakpoint
UPDATE "apply_for_record" r SET "due_time" = date_trunc('second', create_time + interval '1 day'),
  "decide_time" = (SELECT max(h.create_time) FROM apply_for_history h WHERE h.tenant_id = r.tenant_id AND h.apply_for_id = r.id AND h.status IN (2, 3));--> statement-breakpoint
UPDATE "wc_report_to_clean" SET "soon_time" = date_trunc('second', due_time - (due_time - report_time) / 4);--> statement-breakpoint
UPDATE "inspect_event" SET "soon_time" = date_trunc('second', due_time - (due_time - create_time) / 4);--> statement-breakpoint
UPDATE "wc_complaint" SET "soon_time" = date_trunc('second', due_time - (due_time - event_time) / 4);--> statement-breakpoint
UPDATE "apply_for_record" SET "soon_time" = date_trunc('second', due_time - (due_time - create_time) / 4);--> statement-breakpoint
ALTER TABLE "wc_report_to_clean" ALTER COLUMN "soon_time" SET NOT NULL, ALTER COLUMN "due_time" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "inspect_event" ALTER COLUMN "soon_time" SET NOT NULL, ALTER COLUMN "due_time" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "wc_complaint" ALTER COLUMN "soon_time" SET NOT NULL, ALTER COLUMN "due_time" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "apply_for_record" ALTER COLUMN "soon_time" SET NOT NULL, ALTER COLUMN "due_time" SET NOT NULL;--> statement-breakpoint
UPDATE "msg_push" p SET "soon_time" = e.soon_time, "due_time" = e.due_time FROM "inspect_event" e WHERE p.tenant_id = e.tenant_id AND p.msg_type = '3' AND p.event_id = e.id;--> statement-breakpoint
UPDATE "msg_push" p SET "soon_time" = e.soon_time, "due_time" = e.due_time FROM "apply_for_record" e WHERE p.tenant_id = e.tenant_id AND p.msg_type = '4' AND p.event_id = e.id;--> statement-breakpoint
UPDATE "msg_push" p SET "soon_time" = e.soon_time, "due_time" = e.due_time FROM "wc_complaint" e WHERE p.tenant_id = e.tenant_id AND p.msg_type = '5' AND p.event_id = e.id;--> statement-breakpoint
CREATE INDEX "apply_for_record_due" ON "apply_for_record" USING btree ("tenant_id","due_time","id","dept_id") WHERE status = 1;--> statement-breakpoint
CREATE INDEX "wc_report_to_clean_by_due" ON "wc_report_to_clean" USING btree ("tenant_id","due_time","id","dept_id","type") WHERE status < 2;--> statement-breakpoint
CREATE INDEX "wc_complaint_due" ON "wc_complaint" USING btree ("tenant_id","due_time","id","dept_id") WHERE status < 2;--> statement-breakpoint
CREATE INDEX "inspect_event_due" ON "inspect_event" USING btree ("tenant_id","due_time","id","dept_id") WHERE status = 1;--> statement-breakpoint
CREATE INDEX "msg_push_due" ON "msg_push" USING btree ("tenant_id","push_object_id","msg_type","due_time","id") WHERE due_time is not null and (status = 1 or msg_type = '3' and status = 4);--> statement-breakpoint
CREATE INDEX "wc_report_to_clean_due" ON "wc_report_to_clean" USING btree ("due_time") WHERE status < 2 and not due_reminded;