CREATE TABLE "sms_message" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sms_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"rule_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"violation_id" bigint NOT NULL,
	"mobile" text NOT NULL,
	"text" text NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	"sent_time" timestamp with time zone,
	CONSTRAINT "sms_message_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "monitoring_rule" ADD COLUMN "recipient_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "monitoring_rule" ADD COLUMN "sms" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "sms_message_tenant_id_rule_id_user_id_create_time_index" ON "sms_message" USING btree ("tenant_id","rule_id","user_id","create_time");--> statement-breakpoint
CREATE INDEX "sms_message_waiting" ON "sms_message" USING btree ("id") WHERE sent_time is null;