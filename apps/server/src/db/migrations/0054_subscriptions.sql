CREATE TABLE "outgoing_sequence" (
	"tenant_id" integer NOT NULL,
	"subscription_id" integer NOT NULL,
	"object_type" text NOT NULL,
	"object_id" bigint NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "outgoing_sequence_tenant_id_subscription_id_object_type_object_id_pk" PRIMARY KEY("tenant_id","subscription_id","object_type","object_id")
);
--> statement-breakpoint
CREATE TABLE "outgoing_event" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "outgoing_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subscription_id" integer NOT NULL,
	"type" text NOT NULL,
	"object_type" text NOT NULL,
	"object_id" bigint NOT NULL,
	"sequence" integer NOT NULL,
	"data" jsonb NOT NULL,
	"time" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"next_time" timestamp with time zone DEFAULT now() NOT NULL,
	"delivered_time" timestamp with time zone,
	"last_error" text DEFAULT '' NOT NULL,
	CONSTRAINT "outgoing_event_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "subscription" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "subscription_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"client_id" text NOT NULL,
	"secret" text NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"dept_id" integer,
	"is_stopped" boolean DEFAULT false NOT NULL,
	"last_time" timestamp with time zone,
	"last_error" text DEFAULT '' NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "subscription_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "outgoing_sequence" ADD CONSTRAINT "outgoing_sequence_tenant_id_subscription_id_subscription_tenant_id_id_fk" FOREIGN KEY ("tenant_id","subscription_id") REFERENCES "public"."subscription"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_event" ADD CONSTRAINT "outgoing_event_tenant_id_subscription_id_subscription_tenant_id_id_fk" FOREIGN KEY ("tenant_id","subscription_id") REFERENCES "public"."subscription"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outgoing_event_due" ON "outgoing_event" USING btree ("next_time") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "outgoing_event_line" ON "outgoing_event" USING btree ("tenant_id","subscription_id","object_type","object_id","sequence") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "outgoing_event_listed" ON "outgoing_event" USING btree ("tenant_id","subscription_id","state","id");