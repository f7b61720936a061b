CREATE TABLE "report_row" (
	"tenant_id" integer NOT NULL,
	"report_id" integer NOT NULL,
	"key" text NOT NULL,
	"place" integer,
	"label" text DEFAULT '' NOT NULL,
	"dept_name" text DEFAULT '' NOT NULL,
	"level" smallint DEFAULT 0 NOT NULL,
	"is_leaf" boolean DEFAULT true NOT NULL,
	"sums" double precision[] NOT NULL,
	CONSTRAINT "report_row_tenant_id_report_id_key_pk" PRIMARY KEY("tenant_id","report_id","key"),
	CONSTRAINT "report_row_tenantId_reportId_place_unique" UNIQUE("tenant_id","report_id","place")
);
--> statement-breakpoint
CREATE TABLE "report_schedule" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "report_schedule_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"grouping" text NOT NULL,
	"dept_id" integer,
	"project_id" integer,
	"every" text NOT NULL,
	"time" text NOT NULL,
	"receiver_ids" integer[] DEFAULT '{}' NOT NULL,
	"language" text NOT NULL,
	"next_time" timestamp with time zone,
	"last_time" timestamp with time zone,
	"stop_reason" text,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "report_schedule_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "report_form" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "report_form_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"create_by" text NOT NULL,
	"schedule_id" integer,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"grouping" text NOT NULL,
	"dept_id" integer,
	"project_id" integer,
	"dept_name" text,
	"project_name" text,
	"object_type" text,
	"object_id" integer,
	"object_name" text,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"language" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"departments" integer[],
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL,
	"rows" integer,
	"sums" double precision[],
	"worker" text,
	"file_name" text,
	"error" text,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL,
	"finish_time" timestamp with time zone,
	CONSTRAINT "report_form_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "track_day" ADD COLUMN "work" jsonb;--> statement-breakpoint
ALTER TABLE "report_row" ADD CONSTRAINT "report_row_tenant_id_report_id_report_form_tenant_id_id_fk" FOREIGN KEY ("tenant_id","report_id") REFERENCES "public"."report_form"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_schedule" ADD CONSTRAINT "report_schedule_tenant_id_user_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_schedule_next_time_index" ON "report_schedule" USING btree ("next_time") WHERE next_time is not null;--> statement-breakpoint
CREATE INDEX "report_form_tenant_id_create_time_id_index" ON "report_form" USING btree ("tenant_id","create_time","id");--> statement-breakpoint
CREATE INDEX "report_form_tenant_id_user_id_create_time_index" ON "report_form" USING btree ("tenant_id","user_id","create_time");--> statement-breakpoint
CREATE INDEX "report_form_unfinished" ON "report_form" USING btree ("id") WHERE status in ('waiting', 'running');