DROP INDEX "sys_token_family_index";--> statement-breakpoint
DROP INDEX "device_photo_tenant_id_device_id_received_index";--> statement-breakpoint
ALTER TABLE "track_day" ADD COLUMN "reported" integer;--> statement-breakpoint
ALTER TABLE "device_photo" ADD COLUMN "id" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "device_photo_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
CREATE INDEX "sys_token_family_id_index" ON "sys_token" USING btree ("family","id");--> statement-breakpoint
CREATE INDEX "sys_token_tenant_id_create_time_id_index" ON "sys_token" USING btree ("tenant_id","create_time","id");--> statement-breakpoint
CREATE INDEX "sys_token_tenant_id_user_id_index" ON "sys_token" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE INDEX "device_photo_tenant_id_device_id_received_id_index" ON "device_photo" USING btree ("tenant_id","device_id","received","id");--> statement-breakpoint
CREATE INDEX "device_photo_tenant_id_device_id_id_index" ON "device_photo" USING btree ("tenant_id","device_id","id");