DROP INDEX "outgoing_event_due";--> statement-breakpoint
CREATE INDEX "outgoing_event_turn" ON "outgoing_event" USING btree ("tenant_id","subscription_id","next_time","id") WHERE state = 'waiting';