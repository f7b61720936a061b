DROP INDEX "sms_message_waiting";--> statement-breakpoint
CREATE INDEX "sms_message_waiting" ON "sms_message" USING btree ("failures","id") WHERE sent_time is null and failures < 5;