CREATE TABLE "former_area" (
	"tenant_id" integer NOT NULL,
	"area_id" integer NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"dept_id" integer NOT NULL,
	"name" text NOT NULL,
	"shape" jsonb NOT NULL,
	CONSTRAINT "former_area_tenant_id_area_id_until_pk" PRIMARY KEY("tenant_id","area_id","until")
);
--> statement-breakpoint
CREATE TABLE "former_rule" (
	"tenant_id" integer NOT NULL,
	"rule_id" integer NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"condition" jsonb NOT NULL,
	"hours" jsonb NOT NULL,
	"shift_ids" integer[] NOT NULL,
	"calendar" boolean NOT NULL,
	CONSTRAINT "former_rule_tenant_id_rule_id_until_pk" PRIMARY KEY("tenant_id","rule_id","until")
);
--> statement-breakpoint
ALTER TABLE "monitoring_rule" ADD COLUMN "photo" boolean DEFAULT false NOT NULL;