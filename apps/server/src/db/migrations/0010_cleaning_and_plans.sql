-- Nothing could write these two yet.
TRUNCATE "job_task_record", "job_task_plan";--> statement-breakpoint
CREATE TABLE "job_task_plan_facility" (
	"tenant_id" integer NOT NULL,
	"plan_id" integer NOT NULL,
	"facility_id" integer NOT NULL,
	CONSTRAINT "job_task_plan_facility_tenant_id_plan_id_facility_id_pk" PRIMARY KEY("tenant_id","plan_id","facility_id")
);
--> statement-breakpoint
ALTER TABLE "job_task_record" DROP CONSTRAINT "job_task_record_tenantId_planId_dueTime_unique";--> statement-breakpoint
ALTER TABLE "job_task_plan" DROP CONSTRAINT "job_task_plan_tenant_id_facility_id_facility_tenant_id_id_fk";
--> statement-breakpoint
DROP INDEX "job_task_plan_tenant_id_job_id_index";--> statement-breakpoint
ALTER TABLE "job_task_plan" ADD COLUMN "dept_id" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "job_task_plan" ADD COLUMN "effective_from" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "job_task_plan" ADD COLUMN "update_time" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "job_task_plan" ADD COLUMN "update_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "job_task_plan" ADD COLUMN "removed_time" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "job_task_record" ADD COLUMN "facility_id" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "job_task_record" ADD COLUMN "done_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "job_task_plan_facility" ADD CONSTRAINT "job_task_plan_facility_tenant_id_plan_id_job_task_plan_tenant_id_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."job_task_plan"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_task_plan_facility" ADD CONSTRAINT "job_task_plan_facility_tenant_id_facility_id_facility_tenant_id_id_fk" FOREIGN KEY ("tenant_id","facility_id") REFERENCES "public"."facility"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_task_plan" ADD CONSTRAINT "job_task_plan_tenant_id_dept_id_sys_dept_tenant_id_dept_id_fk" FOREIGN KEY ("tenant_id","dept_id") REFERENCES "public"."sys_dept"("tenant_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_task_plan" ADD CONSTRAINT "job_task_plan_tenant_id_user_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_task_record" ADD CONSTRAINT "job_task_record_tenant_id_plan_id_job_task_plan_tenant_id_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."job_task_plan"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_task_record" ADD CONSTRAINT "job_task_record_tenant_id_facility_id_facility_tenant_id_id_fk" FOREIGN KEY ("tenant_id","facility_id") REFERENCES "public"."facility"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wc_report_to_clean_tenant_id_facility_id_report_time_id_index" ON "wc_report_to_clean" USING btree ("tenant_id","facility_id","report_time","id");--> statement-breakpoint
CREATE INDEX "wc_report_to_clean_tenant_id_dept_id_report_time_id_index" ON "wc_report_to_clean" USING btree ("tenant_id","dept_id","report_time","id");--> statement-breakpoint
CREATE INDEX "job_task_record_tenant_id_due_time_id_index" ON "job_task_record" USING btree ("tenant_id","due_time","id");--> statement-breakpoint
CREATE INDEX "job_task_record_tenant_id_user_id_due_time_index" ON "job_task_record" USING btree ("tenant_id","user_id","due_time");--> statement-breakpoint
ALTER TABLE "job_task_plan" DROP COLUMN "job_id";--> statement-breakpoint
ALTER TABLE "job_task_plan" DROP COLUMN "facility_id";--> statement-breakpoint
ALTER TABLE "job_task_record" ADD CONSTRAINT "job_task_record_tenantId_planId_facilityId_dueTime_unique" UNIQUE("tenant_id","plan_id","facility_id","due_time");