CREATE TABLE "work_basis" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "work_basis_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"plan_id" integer NOT NULL,
	"basis" jsonb NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "work_basis_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "work_basis_tenantId_planId_digest_unique" UNIQUE("tenant_id","plan_id","digest")
);
--> statement-breakpoint
CREATE TABLE "work_plan" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "work_plan_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"dept_id" integer NOT NULL,
	"name" text NOT NULL,
	"job_type" text NOT NULL,
	"area_ids" integer[] NOT NULL,
	"facility_ids" integer[] NOT NULL,
	"vehicle_ids" integer[] NOT NULL,
	"shift_ids" integer[] NOT NULL,
	"times" smallint NOT NULL,
	"calendar" boolean NOT NULL,
	"first_day" date,
	"last_day" date,
	"implement_input" smallint,
	"goal" smallint NOT NULL,
	"enabled" boolean NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_by" text DEFAULT '' NOT NULL,
	"removed_time" timestamp with time zone,
	CONSTRAINT "work_plan_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "work_task" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "work_task_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"plan_id" integer NOT NULL,
	"basis_id" integer NOT NULL,
	"dept_id" integer NOT NULL,
	"vehicle_ids" integer[] NOT NULL,
	"day" date NOT NULL,
	"shift_id" integer NOT NULL,
	"shift_name" text NOT NULL,
	"turn" smallint NOT NULL,
	"turns" smallint NOT NULL,
	"start_time" timestamp with time zone NOT NULL,
	"end_time" timestamp with time zone NOT NULL,
	"planned_metres" integer NOT NULL,
	"worked_metres" integer DEFAULT 0 NOT NULL,
	"stop_count" integer NOT NULL,
	"visited_count" integer DEFAULT 0 NOT NULL,
	"first_time" timestamp with time zone,
	"done_time" timestamp with time zone,
	"piece_marks" text DEFAULT '' NOT NULL,
	"stop_marks" text DEFAULT '' NOT NULL,
	"progress" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"count_time" timestamp with time zone,
	"open" boolean DEFAULT true NOT NULL,
	CONSTRAINT "work_task_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "work_task_tenantId_planId_day_shiftId_turn_unique" UNIQUE("tenant_id","plan_id","day","shift_id","turn")
);
--> statement-breakpoint
CREATE TABLE "work_touch" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "work_touch_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"vehicle_id" integer NOT NULL,
	"from_time" timestamp with time zone NOT NULL,
	"to_time" timestamp with time zone NOT NULL,
	CONSTRAINT "work_touch_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "work_basis" ADD CONSTRAINT "work_basis_tenant_id_plan_id_work_plan_tenant_id_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."work_plan"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_plan" ADD CONSTRAINT "work_plan_tenant_id_dept_id_sys_dept_tenant_id_dept_id_fk" FOREIGN KEY ("tenant_id","dept_id") REFERENCES "public"."sys_dept"("tenant_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_task" ADD CONSTRAINT "work_task_tenant_id_plan_id_work_plan_tenant_id_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."work_plan"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_task" ADD CONSTRAINT "work_task_tenant_id_basis_id_work_basis_tenant_id_id_fk" FOREIGN KEY ("tenant_id","basis_id") REFERENCES "public"."work_basis"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_task" ADD CONSTRAINT "work_task_tenant_id_dept_id_sys_dept_tenant_id_dept_id_fk" FOREIGN KEY ("tenant_id","dept_id") REFERENCES "public"."sys_dept"("tenant_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "work_task_tenant_id_day_start_time_id_index" ON "work_task" USING btree ("tenant_id","day","start_time","id");--> statement-breakpoint
CREATE INDEX "work_task_open" ON "work_task" USING btree ("start_time") WHERE open;