DROP INDEX "msg_push_tenant_id_push_object_id_msg_type_object_type_status_create_time_id_index";--> statement-breakpoint
DROP INDEX "violation_event_tenant_id_object_type_object_id_create_time_index";--> statement-breakpoint
DROP INDEX "violation_event_tenant_id_create_time_id_index";--> statement-breakpoint
CREATE INDEX "msg_push_tenant_id_push_object_id_msg_type_status_create_time_id_index" ON "msg_push" USING btree ("tenant_id","push_object_id","msg_type","status","create_time","id");--> statement-breakpoint
CREATE INDEX "msg_push_tenant_id_push_object_id_msg_type_create_time_id_index" ON "msg_push" USING btree ("tenant_id","push_object_id","msg_type","create_time","id");--> statement-breakpoint
CREATE INDEX "msg_push_tenant_id_push_object_id_object_id_create_time_id_index" ON "msg_push" USING btree ("tenant_id","push_object_id","object_id","create_time","id");--> statement-breakpoint
CREATE INDEX "violation_event_tenant_id_object_type_object_id_create_time_id_index" ON "violation_event" USING btree ("tenant_id","object_type","object_id","create_time","id");--> statement-breakpoint
CREATE INDEX "violation_event_tenant_id_create_time_id_index" ON "violation_event" USING btree ("tenant_id","create_time","id");