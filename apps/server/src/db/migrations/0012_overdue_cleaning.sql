ALTER TABLE "wc_report_to_clean" ADD COLUMN "due_reminded" boolean DEFAULT true NOT NULL;--> statement-breakpoint
-- Nobody is reminded of reports from before this version.
ALTER TABLE "wc_report_to_clean" ALTER COLUMN "due_reminded" SET DEFAULT false;--> statement-breakpoint
CREATE INDEX "wc_report_to_clean_due" ON "wc_report_to_clean" USING btree ("report_time") WHERE status < 2 and not due_reminded;
