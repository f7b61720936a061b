ALTER TABLE "sms_message" ADD COLUMN "asked_time" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_message" ADD COLUMN "error" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_tenant" ADD COLUMN "start_time" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sys_tenant" ADD COLUMN "end_time" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sys_tenant" ADD COLUMN "max_users" integer;--> statement-breakpoint
ALTER TABLE "sys_tenant" ADD COLUMN "max_terminals" integer;--> statement-breakpoint
ALTER TABLE "sys_tenant" ADD COLUMN "remark" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_tenant" ADD COLUMN "removed_time" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sys_tenant" ADD COLUMN "create_time" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_tenant" ADD COLUMN "update_time" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_tenant" ADD COLUMN "update_by" text DEFAULT '' NOT NULL;