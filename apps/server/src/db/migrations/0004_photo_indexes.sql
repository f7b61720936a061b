CREATE INDEX "wc_report_to_clean_img" ON "wc_report_to_clean" USING gin ("img");--> statement-breakpoint
CREATE INDEX "wc_report_to_clean_process_img" ON "wc_report_to_clean" USING gin ("process_img");--> statement-breakpoint
CREATE INDEX "wc_report_to_clean_process_step_img" ON "wc_report_to_clean_process" USING gin ("img");--> statement-breakpoint
CREATE INDEX "wc_complaint_process_url" ON "wc_complaint_process" USING gin ("url");--> statement-breakpoint
CREATE INDEX "wc_complaint_url" ON "wc_complaint" USING gin ("url");--> statement-breakpoint
CREATE INDEX "wc_complaint_result_url" ON "wc_complaint" USING gin ("result_url");--> statement-breakpoint
CREATE INDEX "inspect_event_history_img" ON "inspect_event_history" USING gin ("img");--> statement-breakpoint
CREATE INDEX "inspect_event_img" ON "inspect_event" USING gin ("img");--> statement-breakpoint
CREATE INDEX "inspect_event_treat_img" ON "inspect_event" USING gin ("treat_img");