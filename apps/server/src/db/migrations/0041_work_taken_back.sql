ALTER TABLE "event_removal" ADD COLUMN "cause_kind" text;--> statement-breakpoint
ALTER TABLE "event_removal" ADD COLUMN "cause_id" bigint;--> statement-breakpoint
CREATE INDEX "msg_push_unread" ON "msg_push" USING btree ("tenant_id","push_object_id","msg_type") WHERE read_unread = 0;--> statement-breakpoint
CREATE INDEX "event_removal_cause" ON "event_removal" USING btree ("tenant_id","cause_kind","cause_id") WHERE cause_id is not null;