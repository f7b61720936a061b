CREATE TABLE "abnormal_attendance_adjustment_process" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "abnormal_attendance_adjustment_process_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"adjustment_id" bigint NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer NOT NULL,
	"user_name" text NOT NULL,
	"status" smallint NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "abnormal_attendance_adjustment_process_tenant_id_adjustment_id_id_pk" PRIMARY KEY("tenant_id","adjustment_id","id")
);
--> statement-breakpoint
CREATE TABLE "abnormal_attendance_adjustment" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "abnormal_attendance_adjustment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"object_id" integer NOT NULL,
	"dept_id" integer NOT NULL,
	"day" date NOT NULL,
	"from_state" text NOT NULL,
	"to_state" text NOT NULL,
	"reason" text NOT NULL,
	"img" text[] DEFAULT '{}' NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"submitted_by" integer NOT NULL,
	CONSTRAINT "abnormal_attendance_adjustment_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "attendance_day" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "attendance_day_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"dept_id" integer NOT NULL,
	"day" date NOT NULL,
	"day_time" timestamp with time zone NOT NULL,
	"shift_name" text DEFAULT '' NOT NULL,
	"expected_in" timestamp with time zone,
	"expected_out" timestamp with time zone,
	"actual_in" timestamp with time zone,
	"actual_out" timestamp with time zone,
	"in_lng" double precision,
	"in_lat" double precision,
	"out_lng" double precision,
	"out_lat" double precision,
	"late_minutes" integer DEFAULT 0 NOT NULL,
	"early_minutes" integer DEFAULT 0 NOT NULL,
	"worked_state" text NOT NULL,
	"adjusted_state" text,
	"state" text NOT NULL,
	"basis" jsonb NOT NULL,
	"worked_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attendance_day_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "attendance_month" (
	"tenant_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"month" date NOT NULL,
	"dept_id" integer NOT NULL,
	"normal" integer NOT NULL,
	"late" integer NOT NULL,
	"early" integer NOT NULL,
	"absent" integer NOT NULL,
	"leave" integer NOT NULL,
	"rest" integer NOT NULL,
	CONSTRAINT "attendance_month_tenant_id_user_id_month_pk" PRIMARY KEY("tenant_id","user_id","month")
);
--> statement-breakpoint
CREATE TABLE "attendance_touch" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "attendance_touch_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "attendance_touch_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "attendance_clock" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "attendance_clock_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"time" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"lng" double precision NOT NULL,
	"lat" double precision NOT NULL,
	"accuracy" real,
	"area_name" text NOT NULL,
	CONSTRAINT "attendance_clock_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "abnormal_attendance_adjustment_process" ADD CONSTRAINT "adjustment_step_of" FOREIGN KEY ("tenant_id","adjustment_id") REFERENCES "public"."abnormal_attendance_adjustment"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abnormal_attendance_adjustment" ADD CONSTRAINT "abnormal_attendance_adjustment_tenant_id_object_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","object_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "abnormal_attendance_adjustment" ADD CONSTRAINT "abnormal_attendance_adjustment_tenant_id_submitted_by_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","submitted_by") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_day" ADD CONSTRAINT "attendance_day_tenant_id_user_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_clock" ADD CONSTRAINT "attendance_clock_tenant_id_user_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "abnormal_attendance_adjustment_tenant_id_status_create_time_id_dept_id_index" ON "abnormal_attendance_adjustment" USING btree ("tenant_id","status","create_time","id","dept_id");--> statement-breakpoint
CREATE INDEX "abnormal_attendance_adjustment_tenant_id_create_time_id_dept_id_status_index" ON "abnormal_attendance_adjustment" USING btree ("tenant_id","create_time","id","dept_id","status");--> statement-breakpoint
CREATE INDEX "abnormal_attendance_adjustment_tenant_id_object_id_day_id_index" ON "abnormal_attendance_adjustment" USING btree ("tenant_id","object_id","day","id");--> statement-breakpoint
CREATE INDEX "abnormal_attendance_adjustment_tenant_id_submitted_by_index" ON "abnormal_attendance_adjustment" USING btree ("tenant_id","submitted_by");--> statement-breakpoint
CREATE INDEX "abnormal_attendance_adjustment_img" ON "abnormal_attendance_adjustment" USING gin ("img");--> statement-breakpoint
CREATE UNIQUE INDEX "adjustment_waiting" ON "abnormal_attendance_adjustment" USING btree ("tenant_id","object_id","day") WHERE status = 1;--> statement-breakpoint
CREATE UNIQUE INDEX "attendance_day_of_person" ON "attendance_day" USING btree ("tenant_id","user_id","day");--> statement-breakpoint
CREATE INDEX "attendance_day_tenant_id_day_time_id_dept_id_state_index" ON "attendance_day" USING btree ("tenant_id","day_time","id","dept_id","state");--> statement-breakpoint
CREATE INDEX "attendance_day_tenant_id_dept_id_day_time_id_state_index" ON "attendance_day" USING btree ("tenant_id","dept_id","day_time","id","state");--> statement-breakpoint
CREATE INDEX "attendance_day_tenant_id_state_day_time_id_dept_id_index" ON "attendance_day" USING btree ("tenant_id","state","day_time","id","dept_id");--> statement-breakpoint
CREATE INDEX "attendance_month_tenant_id_month_dept_id_user_id_index" ON "attendance_month" USING btree ("tenant_id","month","dept_id","user_id");--> statement-breakpoint
CREATE INDEX "attendance_clock_tenant_id_user_id_time_index" ON "attendance_clock" USING btree ("tenant_id","user_id","time");