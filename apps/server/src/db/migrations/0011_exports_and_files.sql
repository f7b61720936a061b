ALTER TABLE "export_job" ADD COLUMN "place" jsonb;--> statement-breakpoint
ALTER TABLE "export_job" ADD COLUMN "departments" jsonb;--> statement-breakpoint
ALTER TABLE "export_job" ADD COLUMN "worker" text;--> statement-breakpoint
ALTER TABLE "sys_file" ADD COLUMN "upload_key" text;--> statement-breakpoint
ALTER TABLE "sys_file" ADD COLUMN "is_confirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "sys_file_tenant_id_create_time_id_index" ON "sys_file" USING btree ("tenant_id","create_time","id");--> statement-breakpoint
CREATE INDEX "sys_file_unconfirmed" ON "sys_file" USING btree ("create_time") WHERE not is_confirmed;--> statement-breakpoint
ALTER TABLE "sys_file" ADD CONSTRAINT "sys_file_upload" UNIQUE("tenant_id","create_user","upload_key");