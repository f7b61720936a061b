CREATE TABLE "list_change" (
	"tenant_id" integer NOT NULL,
	"list" text NOT NULL,
	"block" integer NOT NULL,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"time" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "list_change_tenant_id_list_xid_index" ON "list_change" USING btree ("tenant_id","list","xid");--> statement-breakpoint
CREATE INDEX "list_change_time_index" ON "list_change" USING btree ("time");--> statement-breakpoint
CREATE INDEX "device_tenant_id_create_time_id_index" ON "device" USING btree ("tenant_id","create_time","id");--> statement-breakpoint
CREATE INDEX "sys_user_tenant_id_create_time_user_id_index" ON "sys_user" USING btree ("tenant_id","create_time","user_id");--> statement-breakpoint
CREATE INDEX "sys_user_tenant_id_dept_id_index" ON "sys_user" USING btree ("tenant_id","dept_id");