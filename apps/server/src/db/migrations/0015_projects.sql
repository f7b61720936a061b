CREATE TABLE "project_area" (
	"tenant_id" integer NOT NULL,
	"project_id" integer NOT NULL,
	"area_id" integer NOT NULL,
	CONSTRAINT "project_area_tenant_id_project_id_area_id_pk" PRIMARY KEY("tenant_id","project_id","area_id")
);
--> statement-breakpoint
CREATE TABLE "project_department" (
	"tenant_id" integer NOT NULL,
	"project_id" integer NOT NULL,
	"dept_id" integer NOT NULL,
	CONSTRAINT "project_department_tenant_id_project_id_dept_id_pk" PRIMARY KEY("tenant_id","project_id","dept_id")
);
--> statement-breakpoint
CREATE TABLE "project" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "project_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"code" text DEFAULT '' NOT NULL,
	"start_day" date,
	"end_day" date,
	"manager" text DEFAULT '' NOT NULL,
	"contract_amount" numeric(13, 2),
	"status" text NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "project_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "inspect_event" ADD COLUMN "project_id" integer;--> statement-breakpoint
ALTER TABLE "project_area" ADD CONSTRAINT "project_area_tenant_id_project_id_project_tenant_id_id_fk" FOREIGN KEY ("tenant_id","project_id") REFERENCES "public"."project"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_area" ADD CONSTRAINT "project_area_tenant_id_area_id_area_tenant_id_id_fk" FOREIGN KEY ("tenant_id","area_id") REFERENCES "public"."area"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_department" ADD CONSTRAINT "project_department_tenant_id_project_id_project_tenant_id_id_fk" FOREIGN KEY ("tenant_id","project_id") REFERENCES "public"."project"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_department" ADD CONSTRAINT "project_department_tenant_id_dept_id_sys_dept_tenant_id_dept_id_fk" FOREIGN KEY ("tenant_id","dept_id") REFERENCES "public"."sys_dept"("tenant_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "project_area_tenant_id_area_id_index" ON "project_area" USING btree ("tenant_id","area_id");--> statement-breakpoint
CREATE INDEX "project_department_tenant_id_dept_id_index" ON "project_department" USING btree ("tenant_id","dept_id");--> statement-breakpoint
CREATE UNIQUE INDEX "project_code" ON "project" USING btree ("tenant_id","code") WHERE code <> '';--> statement-breakpoint
ALTER TABLE "inspect_event" ADD CONSTRAINT "inspect_event_tenant_id_project_id_project_tenant_id_id_fk" FOREIGN KEY ("tenant_id","project_id") REFERENCES "public"."project"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inspect_event_tenant_id_project_id_create_time_id_index" ON "inspect_event" USING btree ("tenant_id","project_id","create_time","id");