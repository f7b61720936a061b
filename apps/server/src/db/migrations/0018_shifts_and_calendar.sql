CREATE TABLE "calendar_day" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"change_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_day_tenant_id_day_pk" PRIMARY KEY("tenant_id","day")
);
--> statement-breakpoint
CREATE TABLE "shift" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "shift_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"start" text NOT NULL,
	"end" text NOT NULL,
	"weekdays" smallint[] NOT NULL,
	"change_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shift_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "shift_tenantId_name_unique" UNIQUE("tenant_id","name")
);
--> statement-breakpoint
ALTER TABLE "monitoring_rule" ADD COLUMN "shift_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "monitoring_rule" ADD COLUMN "calendar" boolean DEFAULT false NOT NULL;