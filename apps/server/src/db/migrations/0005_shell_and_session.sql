CREATE TABLE "sys_file" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "sys_file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"bucket_name" text NOT NULL,
	"file_name" text NOT NULL,
	"original" text NOT NULL,
	"type" text NOT NULL,
	"file_size" bigint NOT NULL,
	"create_user" text NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sys_file_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "sys_file_fileName_unique" UNIQUE("file_name")
);
--> statement-breakpoint
CREATE TABLE "secret" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sys_log_login" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sys_log_login_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"operation" smallint NOT NULL,
	"status" smallint NOT NULL,
	"username" text NOT NULL,
	"grant_type" text NOT NULL,
	"remote_addr" text NOT NULL,
	"user_agent" text NOT NULL,
	CONSTRAINT "sys_log_login_tenant_id_id_create_time_pk" PRIMARY KEY("tenant_id","id","create_time")
) PARTITION BY RANGE ("create_time");
--> statement-breakpoint
CREATE TABLE "sys_log_login_default" PARTITION OF "sys_log_login" DEFAULT;
--> statement-breakpoint
CREATE TABLE "sys_log" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sys_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"service_id" text NOT NULL,
	"create_by" text NOT NULL,
	"remote_addr" text NOT NULL,
	"user_agent" text NOT NULL,
	"request_uri" text NOT NULL,
	"method" text NOT NULL,
	"params" text NOT NULL,
	"time" integer,
	"exception" text,
	CONSTRAINT "sys_log_tenant_id_id_create_time_pk" PRIMARY KEY("tenant_id","id","create_time")
) PARTITION BY RANGE ("create_time");
--> statement-breakpoint
CREATE TABLE "sys_log_default" PARTITION OF "sys_log" DEFAULT;
--> statement-breakpoint
CREATE TABLE "sys_token_lock" (
	"tenant_id" integer NOT NULL,
	"family" text NOT NULL,
	"user_id" integer NOT NULL,
	"password" text NOT NULL,
	"locked_time" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_failure" timestamp with time zone,
	CONSTRAINT "sys_token_lock_tenant_id_family_pk" PRIMARY KEY("tenant_id","family")
);
--> statement-breakpoint
CREATE TABLE "sms_code" (
	"tenant_id" integer NOT NULL,
	"mobile" text NOT NULL,
	"code" text NOT NULL,
	"expires" timestamp with time zone NOT NULL,
	CONSTRAINT "sms_code_tenant_id_mobile_pk" PRIMARY KEY("tenant_id","mobile")
);
--> statement-breakpoint
CREATE TABLE "sys_social_details" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "sys_social_details_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"app_id" text NOT NULL,
	"app_secret" text NOT NULL,
	"issuer" text NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sys_social_details_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "sys_social_details_tenantId_type_unique" UNIQUE("tenant_id","type")
);
--> statement-breakpoint
CREATE TABLE "social_state" (
	"state" text PRIMARY KEY NOT NULL,
	"tenant_id" integer NOT NULL,
	"type" text NOT NULL,
	"verifier" text NOT NULL,
	"nonce" text NOT NULL,
	"expires" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "temp_token" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"tenant_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"expires" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sys_user_social" (
	"tenant_id" integer NOT NULL,
	"type" text NOT NULL,
	"open_id" text NOT NULL,
	"user_id" integer NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sys_user_social_tenant_id_type_open_id_pk" PRIMARY KEY("tenant_id","type","open_id"),
	CONSTRAINT "sys_user_social_tenantId_userId_type_unique" UNIQUE("tenant_id","user_id","type")
);
--> statement-breakpoint
CREATE TABLE "unit_info" (
	"tenant_id" integer PRIMARY KEY NOT NULL,
	"system_name" text DEFAULT '' NOT NULL,
	"short_name" text DEFAULT '' NOT NULL,
	"logo" text DEFAULT '' NOT NULL,
	"ico" text DEFAULT '' NOT NULL,
	"video_source" text DEFAULT '' NOT NULL,
	"account" text DEFAULT '' NOT NULL,
	"password" text DEFAULT '' NOT NULL,
	"intercom_account" text DEFAULT '' NOT NULL,
	"intercom_password" text DEFAULT '' NOT NULL,
	"intercom_url" text DEFAULT '' NOT NULL,
	"frame_origins" text[] DEFAULT '{}' NOT NULL,
	"gps_url" text DEFAULT '' NOT NULL,
	"evaluation_url" text DEFAULT '' NOT NULL,
	"feixiang_url" text DEFAULT '' NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sys_dict_item" ADD COLUMN "labels" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_menu" ADD COLUMN "labels" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_menu" ADD COLUMN "roles" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_menu" ADD COLUMN "active_at" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_menu" ADD COLUMN "query" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_menu" ADD COLUMN "create_time" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_menu" ADD COLUMN "update_time" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_role" ADD COLUMN "create_time" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_role" ADD COLUMN "update_time" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_tenant" ADD COLUMN "seeded" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_user" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_user" ADD COLUMN "initials" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_user" ADD COLUMN "gender" text DEFAULT '2' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_user" ADD COLUMN "preferences" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_user" ADD COLUMN "update_time" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_token_lock" ADD CONSTRAINT "sys_token_lock_tenant_id_user_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "temp_token" ADD CONSTRAINT "temp_token_tenant_id_user_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sys_user_social" ADD CONSTRAINT "sys_user_social_tenant_id_user_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sys_log_login_tenant_id_create_time_id_index" ON "sys_log_login" USING btree ("tenant_id","create_time","id");--> statement-breakpoint
CREATE INDEX "sys_log_tenant_id_create_time_id_index" ON "sys_log" USING btree ("tenant_id","create_time","id");--> statement-breakpoint
CREATE INDEX "sys_log_tenant_id_type_create_time_id_index" ON "sys_log" USING btree ("tenant_id","type","create_time","id");--> statement-breakpoint
UPDATE "sys_tenant" SET "seeded" = coalesce((SELECT array_agg(DISTINCT coalesce("permission", "name")) FROM "sys_menu" WHERE "sys_menu"."tenant_id" = "sys_tenant"."id"), '{}');
--> statement-breakpoint
UPDATE "sys_menu" SET "keep_alive" = '1' WHERE "path" IS NOT NULL;
--> statement-breakpoint
UPDATE "sys_user" SET "initials" = lower("username");
