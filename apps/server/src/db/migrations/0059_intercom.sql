CREATE TABLE "intercom_group" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "intercom_group_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"dept_id" integer,
	"area_id" integer,
	"pair" text,
	"expires" timestamp with time zone,
	"removed_time" timestamp with time zone,
	"create_by" integer,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "intercom_group_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "intercom_mark" (
	"tenant_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"group_id" integer NOT NULL,
	"speech_id" integer NOT NULL,
	CONSTRAINT "intercom_mark_tenant_id_user_id_group_id_pk" PRIMARY KEY("tenant_id","user_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "intercom_member" (
	"tenant_id" integer NOT NULL,
	"group_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "intercom_member_tenant_id_group_id_user_id_pk" PRIMARY KEY("tenant_id","group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "intercom_sound" (
	"tenant_id" integer NOT NULL,
	"speech_id" integer NOT NULL,
	"at" integer NOT NULL,
	"sound" "bytea" NOT NULL,
	CONSTRAINT "intercom_sound_tenant_id_speech_id_at_pk" PRIMARY KEY("tenant_id","speech_id","at")
);
--> statement-breakpoint
CREATE TABLE "intercom_speech" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "intercom_speech_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"start_time" timestamp with time zone DEFAULT now() NOT NULL,
	"samples" integer DEFAULT 0 NOT NULL,
	"end_reason" text,
	"sha256" text DEFAULT '' NOT NULL,
	CONSTRAINT "intercom_speech_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "intercom_mark" ADD CONSTRAINT "intercom_mark_tenant_id_group_id_intercom_group_tenant_id_id_fk" FOREIGN KEY ("tenant_id","group_id") REFERENCES "public"."intercom_group"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intercom_member" ADD CONSTRAINT "intercom_member_tenant_id_group_id_intercom_group_tenant_id_id_fk" FOREIGN KEY ("tenant_id","group_id") REFERENCES "public"."intercom_group"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intercom_sound" ADD CONSTRAINT "intercom_sound_tenant_id_speech_id_intercom_speech_tenant_id_id_fk" FOREIGN KEY ("tenant_id","speech_id") REFERENCES "public"."intercom_speech"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "intercom_group_pair" ON "intercom_group" USING btree ("tenant_id","pair");--> statement-breakpoint
CREATE INDEX "intercom_member_tenant_id_user_id_index" ON "intercom_member" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE INDEX "intercom_speech_tenant_id_group_id_id_index" ON "intercom_speech" USING btree ("tenant_id","group_id","id");--> statement-breakpoint
CREATE INDEX "intercom_speech_tenant_id_user_id_id_index" ON "intercom_speech" USING btree ("tenant_id","user_id","id");--> statement-breakpoint
CREATE INDEX "intercom_speech_open" ON "intercom_speech" USING btree ("id") WHERE end_reason is null;--> statement-breakpoint
CREATE INDEX "intercom_speech_start_time_index" ON "intercom_speech" USING btree ("start_time");