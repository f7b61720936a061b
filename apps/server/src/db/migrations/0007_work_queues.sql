CREATE TABLE "apply_for_history" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "apply_for_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"apply_for_id" bigint NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer NOT NULL,
	"user_name" text NOT NULL,
	"status" smallint NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "apply_for_history_tenant_id_apply_for_id_id_pk" PRIMARY KEY("tenant_id","apply_for_id","id")
);
--> statement-breakpoint
CREATE TABLE "apply_for_record" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "apply_for_record_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"object_id" integer NOT NULL,
	"dept_id" integer NOT NULL,
	"submitted_by" integer NOT NULL,
	"type" smallint NOT NULL,
	"first_day" date NOT NULL,
	"first_half" text NOT NULL,
	"last_day" date NOT NULL,
	"last_half" text NOT NULL,
	"fate" numeric(6, 1) NOT NULL,
	"reason" text NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	CONSTRAINT "apply_for_record_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "wc_report_to_clean" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "wc_report_to_clean_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"facility_id" integer,
	"facility_name" text DEFAULT '' NOT NULL,
	"dept_id" integer NOT NULL,
	"reporter_id" integer NOT NULL,
	"reporter" text NOT NULL,
	"contact" text DEFAULT '' NOT NULL,
	"position" text NOT NULL,
	"lng" double precision,
	"lat" double precision,
	"report_time" timestamp with time zone DEFAULT now() NOT NULL,
	"content" text NOT NULL,
	"img" text[] DEFAULT '{}' NOT NULL,
	"type" text NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"assignee_id" integer,
	"assignee_name" text DEFAULT '' NOT NULL,
	"vehicle_id" integer,
	"assign_time" timestamp with time zone,
	"process_time" timestamp with time zone,
	"process_remark" text DEFAULT '' NOT NULL,
	"process_img" text[] DEFAULT '{}' NOT NULL,
	"score" smallint,
	"evaluation" text DEFAULT '' NOT NULL,
	"evaluate_time" timestamp with time zone,
	"over_time" timestamp with time zone,
	CONSTRAINT "wc_report_to_clean_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "wc_report_to_clean_tenantId_code_unique" UNIQUE("tenant_id","code")
);
--> statement-breakpoint
CREATE TABLE "wc_report_to_clean_process" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "wc_report_to_clean_process_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"report_id" bigint NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer NOT NULL,
	"user_name" text NOT NULL,
	"status" smallint NOT NULL,
	"remark" text NOT NULL,
	"img" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "wc_report_to_clean_process_tenant_id_report_id_id_pk" PRIMARY KEY("tenant_id","report_id","id")
);
--> statement-breakpoint
CREATE TABLE "job_task_plan" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "job_task_plan_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"job_id" integer NOT NULL,
	"name" text NOT NULL,
	"facility_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"due_minutes" smallint[] NOT NULL,
	CONSTRAINT "job_task_plan_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "job_task_record" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "job_task_record_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"plan_id" integer NOT NULL,
	"due_time" timestamp with time zone NOT NULL,
	"done_time" timestamp with time zone,
	"user_id" integer NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	CONSTRAINT "job_task_record_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "job_task_record_tenantId_planId_dueTime_unique" UNIQUE("tenant_id","plan_id","due_time")
);
--> statement-breakpoint
CREATE TABLE "wc_complaint_process" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "wc_complaint_process_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"complaint_id" bigint NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer,
	"user_name" text NOT NULL,
	"status" smallint NOT NULL,
	"remark" text NOT NULL,
	"url" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "wc_complaint_process_tenant_id_complaint_id_id_pk" PRIMARY KEY("tenant_id","complaint_id","id")
);
--> statement-breakpoint
CREATE TABLE "wc_complaint" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "wc_complaint_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"facility_id" integer NOT NULL,
	"facility_name" text NOT NULL,
	"dept_id" integer NOT NULL,
	"event_type" smallint NOT NULL,
	"event_time" timestamp with time zone DEFAULT now() NOT NULL,
	"content" text NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"position" text NOT NULL,
	"lng" double precision,
	"lat" double precision,
	"report_person" text DEFAULT '' NOT NULL,
	"contact_information" text DEFAULT '' NOT NULL,
	"identity_card" text DEFAULT '' NOT NULL,
	"url" text[] DEFAULT '{}' NOT NULL,
	"result_content" text DEFAULT '' NOT NULL,
	"result_url" text[] DEFAULT '{}' NOT NULL,
	"result_time" timestamp with time zone,
	CONSTRAINT "wc_complaint_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "wc_complaint_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "wc_complaint_identity_view" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "wc_complaint_identity_view_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"complaint_id" bigint NOT NULL,
	"user_id" integer NOT NULL,
	"user_name" text NOT NULL,
	"reason" text NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wc_complaint_identity_view_tenant_id_complaint_id_id_pk" PRIMARY KEY("tenant_id","complaint_id","id")
);
--> statement-breakpoint
CREATE TABLE "export_job" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "export_job_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"list" text NOT NULL,
	"filter" jsonb NOT NULL,
	"language" text NOT NULL,
	"status" text NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"file_name" text,
	"error" text,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "export_job_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "facility" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "facility_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"dept_id" integer NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"initials" text NOT NULL,
	"facility_type" text NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"lng" double precision NOT NULL,
	"lat" double precision NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_time" timestamp with time zone,
	CONSTRAINT "facility_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "facility_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "inspect_event_history" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "inspect_event_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"inspect_event_id" bigint NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer NOT NULL,
	"user_name" text NOT NULL,
	"status" smallint NOT NULL,
	"if_return" smallint,
	"remark" text NOT NULL,
	"img" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "inspect_event_history_tenant_id_inspect_event_id_id_pk" PRIMARY KEY("tenant_id","inspect_event_id","id")
);
--> statement-breakpoint
CREATE TABLE "inspect_event" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "inspect_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"report_person_id" integer NOT NULL,
	"responsible_id" integer NOT NULL,
	"dept_id" integer NOT NULL,
	"business_type" text NOT NULL,
	"event_content" text NOT NULL,
	"assessment_standard" text NOT NULL,
	"score" numeric(5, 1) NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"position" text NOT NULL,
	"lng" double precision,
	"lat" double precision,
	"img" text[] DEFAULT '{}' NOT NULL,
	"treat_img" text[] DEFAULT '{}' NOT NULL,
	"dispose_time_limit" integer NOT NULL,
	"dispose_time" integer,
	"status" smallint DEFAULT 1 NOT NULL,
	"if_return" smallint,
	CONSTRAINT "inspect_event_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "event_claim" (
	"tenant_id" integer NOT NULL,
	"msg_type" text NOT NULL,
	"event_id" bigint NOT NULL,
	"user_id" integer NOT NULL,
	"user_name" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "event_claim_tenant_id_msg_type_event_id_pk" PRIMARY KEY("tenant_id","msg_type","event_id")
);
--> statement-breakpoint
CREATE TABLE "event_viewer" (
	"tenant_id" integer NOT NULL,
	"msg_type" text NOT NULL,
	"event_id" bigint NOT NULL,
	"user_id" integer NOT NULL,
	"user_name" text NOT NULL,
	"seen" timestamp with time zone NOT NULL,
	CONSTRAINT "event_viewer_tenant_id_msg_type_event_id_user_id_pk" PRIMARY KEY("tenant_id","msg_type","event_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "apply_for_record" ADD CONSTRAINT "apply_for_record_tenant_id_object_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","object_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "apply_for_record" ADD CONSTRAINT "apply_for_record_tenant_id_submitted_by_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","submitted_by") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wc_report_to_clean" ADD CONSTRAINT "wc_report_to_clean_tenant_id_dept_id_sys_dept_tenant_id_dept_id_fk" FOREIGN KEY ("tenant_id","dept_id") REFERENCES "public"."sys_dept"("tenant_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wc_report_to_clean" ADD CONSTRAINT "wc_report_to_clean_tenant_id_facility_id_facility_tenant_id_id_fk" FOREIGN KEY ("tenant_id","facility_id") REFERENCES "public"."facility"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_task_plan" ADD CONSTRAINT "job_task_plan_tenant_id_facility_id_facility_tenant_id_id_fk" FOREIGN KEY ("tenant_id","facility_id") REFERENCES "public"."facility"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wc_complaint" ADD CONSTRAINT "wc_complaint_tenant_id_facility_id_facility_tenant_id_id_fk" FOREIGN KEY ("tenant_id","facility_id") REFERENCES "public"."facility"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_job" ADD CONSTRAINT "export_job_tenant_id_user_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "facility" ADD CONSTRAINT "facility_tenant_id_dept_id_sys_dept_tenant_id_dept_id_fk" FOREIGN KEY ("tenant_id","dept_id") REFERENCES "public"."sys_dept"("tenant_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspect_event" ADD CONSTRAINT "inspect_event_tenant_id_dept_id_sys_dept_tenant_id_dept_id_fk" FOREIGN KEY ("tenant_id","dept_id") REFERENCES "public"."sys_dept"("tenant_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspect_event" ADD CONSTRAINT "inspect_event_tenant_id_report_person_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","report_person_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspect_event" ADD CONSTRAINT "inspect_event_tenant_id_responsible_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","responsible_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "apply_for_record_tenant_id_status_create_time_id_index" ON "apply_for_record" USING btree ("tenant_id","status","create_time","id");--> statement-breakpoint
CREATE INDEX "apply_for_record_tenant_id_object_id_create_time_id_index" ON "apply_for_record" USING btree ("tenant_id","object_id","create_time","id");--> statement-breakpoint
CREATE INDEX "apply_for_record_tenant_id_submitted_by_create_time_id_index" ON "apply_for_record" USING btree ("tenant_id","submitted_by","create_time","id");--> statement-breakpoint
CREATE INDEX "wc_report_to_clean_tenant_id_status_report_time_id_index" ON "wc_report_to_clean" USING btree ("tenant_id","status","report_time","id");--> statement-breakpoint
CREATE INDEX "wc_report_to_clean_tenant_id_report_time_id_index" ON "wc_report_to_clean" USING btree ("tenant_id","report_time","id");--> statement-breakpoint
CREATE INDEX "wc_report_to_clean_tenant_id_assignee_id_status_index" ON "wc_report_to_clean" USING btree ("tenant_id","assignee_id","status");--> statement-breakpoint
CREATE INDEX "job_task_plan_tenant_id_job_id_index" ON "job_task_plan" USING btree ("tenant_id","job_id");--> statement-breakpoint
CREATE INDEX "wc_complaint_tenant_id_status_event_time_id_index" ON "wc_complaint" USING btree ("tenant_id","status","event_time","id");--> statement-breakpoint
CREATE INDEX "wc_complaint_tenant_id_event_time_id_index" ON "wc_complaint" USING btree ("tenant_id","event_time","id");--> statement-breakpoint
CREATE INDEX "wc_complaint_tenant_id_facility_id_event_time_index" ON "wc_complaint" USING btree ("tenant_id","facility_id","event_time");--> statement-breakpoint
CREATE INDEX "export_job_tenant_id_user_id_create_time_index" ON "export_job" USING btree ("tenant_id","user_id","create_time");--> statement-breakpoint
CREATE INDEX "facility_tenant_id_dept_id_index" ON "facility" USING btree ("tenant_id","dept_id");--> statement-breakpoint
CREATE INDEX "inspect_event_tenant_id_status_create_time_id_index" ON "inspect_event" USING btree ("tenant_id","status","create_time","id");--> statement-breakpoint
CREATE INDEX "inspect_event_tenant_id_create_time_id_index" ON "inspect_event" USING btree ("tenant_id","create_time","id");--> statement-breakpoint
CREATE INDEX "inspect_event_tenant_id_responsible_id_create_time_id_index" ON "inspect_event" USING btree ("tenant_id","responsible_id","create_time","id");--> statement-breakpoint
CREATE INDEX "inspect_event_tenant_id_report_person_id_create_time_id_index" ON "inspect_event" USING btree ("tenant_id","report_person_id","create_time","id");--> statement-breakpoint
CREATE INDEX "inspect_event_returned" ON "inspect_event" USING btree ("tenant_id","create_time","id") WHERE if_return = 1;