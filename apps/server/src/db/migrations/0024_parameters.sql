CREATE TABLE "sys_public_param" (
	"tenant_id" integer NOT NULL,
	"public_id" integer GENERATED ALWAYS AS IDENTITY (sequence name "sys_public_param_public_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"public_name" text NOT NULL,
	"public_key" text NOT NULL,
	"public_value" text NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT '0' NOT NULL,
	"public_type" text DEFAULT '0' NOT NULL,
	"validate_code" text DEFAULT '' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "sys_public_param_tenant_id_public_id_pk" PRIMARY KEY("tenant_id","public_id"),
	CONSTRAINT "sys_public_param_key" UNIQUE("tenant_id","public_key")
);
--> statement-breakpoint
ALTER TABLE "wc_report_to_clean" ADD COLUMN "due_hours" smallint;