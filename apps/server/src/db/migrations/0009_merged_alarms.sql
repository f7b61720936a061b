ALTER TABLE "msg_push" ADD COLUMN "merged" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "violation_event" ADD COLUMN "cause" text;--> statement-breakpoint
ALTER TABLE "violation_event" ADD COLUMN "by_terminal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "violation_event" ADD COLUMN "merged_into" bigint;--> statement-breakpoint
CREATE INDEX "violation_event_merged" ON "violation_event" USING btree ("tenant_id","merged_into") WHERE merged_into is not null;