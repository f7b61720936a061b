CREATE INDEX "apply_for_history_tenant_id_create_time_index" ON "apply_for_history" USING btree ("tenant_id","create_time");--> statement-breakpoint
CREATE INDEX "wc_complaint_process_time" ON "wc_complaint_process" USING btree ("tenant_id","create_time") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "reading_time" ON "reading" USING brin ("time") WITH (pages_per_range=64,autosummarize=true);--> statement-breakpoint
CREATE INDEX "violation_process_time" ON "violation_process" USING btree ("tenant_id","create_time") WHERE user_id is not null;