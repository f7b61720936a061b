CREATE TABLE "emergency" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "emergency_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"is_drill" boolean DEFAULT false NOT NULL,
	"object_type" text NOT NULL,
	"object_id" integer NOT NULL,
	"object_name" text NOT NULL,
	"dept_id" integer NOT NULL,
	"dept_name" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"position" text DEFAULT '' NOT NULL,
	"lng" double precision,
	"lat" double precision,
	"time" timestamp with time zone NOT NULL,
	"last_time" timestamp with time zone NOT NULL,
	"calls" integer DEFAULT 1 NOT NULL,
	"violation_id" bigint,
	"tier" smallint,
	"due_time" timestamp with time zone,
	"acknowledged_by" integer,
	"acknowledged_name" text,
	"acknowledged_time" timestamp with time zone,
	"closed_name" text,
	"closed_time" timestamp with time zone,
	"remark" text DEFAULT '' NOT NULL,
	CONSTRAINT "emergency_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "emergency_recipient" (
	"tenant_id" integer NOT NULL,
	"emergency_id" bigint NOT NULL,
	"user_id" integer NOT NULL,
	"tier" smallint NOT NULL,
	CONSTRAINT "emergency_recipient_tenant_id_user_id_emergency_id_pk" PRIMARY KEY("tenant_id","user_id","emergency_id")
);
--> statement-breakpoint
CREATE TABLE "emergency_step" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "emergency_step_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"emergency_id" bigint NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"act" text NOT NULL,
	"user_name" text,
	"tier" smallint,
	"violation_id" bigint,
	"remark" text DEFAULT '' NOT NULL,
	CONSTRAINT "emergency_step_tenant_id_emergency_id_id_pk" PRIMARY KEY("tenant_id","emergency_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "emergency_open" ON "emergency" USING btree ("tenant_id","object_type","object_id","is_drill") WHERE closed_time is null;--> statement-breakpoint
CREATE INDEX "emergency_due" ON "emergency" USING btree ("due_time") WHERE due_time is not null;--> statement-breakpoint
CREATE INDEX "emergency_recipient_tenant_id_emergency_id_tier_index" ON "emergency_recipient" USING btree ("tenant_id","emergency_id","tier");--> statement-breakpoint
CREATE INDEX "emergency_step_violation" ON "emergency_step" USING btree ("tenant_id","violation_id") WHERE violation_id is not null;