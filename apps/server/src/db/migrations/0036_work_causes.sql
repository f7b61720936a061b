ALTER TABLE "wc_report_to_clean" ADD COLUMN "cause_kind" text;--> statement-breakpoint
ALTER TABLE "wc_report_to_clean" ADD COLUMN "cause_id" bigint;--> statement-breakpoint
ALTER TABLE "wc_complaint" ADD COLUMN "score_remark" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "wc_report_to_clean_cause" ON "wc_report_to_clean" USING btree ("tenant_id","cause_kind","cause_id","id") WHERE cause_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "wc_report_to_clean_open_cause" ON "wc_report_to_clean" USING btree ("tenant_id","cause_kind","cause_id") WHERE cause_id is not null and status <> 4;