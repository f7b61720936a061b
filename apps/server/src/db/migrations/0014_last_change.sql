ALTER TABLE "area" ADD COLUMN "update_time" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "area" ADD COLUMN "update_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_day" ADD COLUMN "update_time" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_day" ADD COLUMN "update_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "facility" ADD COLUMN "update_time" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "facility" ADD COLUMN "update_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_menu" ADD COLUMN "update_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "monitoring_rule" ADD COLUMN "update_time" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "monitoring_rule" ADD COLUMN "update_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_social_details" ADD COLUMN "update_time" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_social_details" ADD COLUMN "update_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "shift" ADD COLUMN "update_time" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "shift" ADD COLUMN "update_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "update_time" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "update_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "unit_info" ADD COLUMN "update_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "vehicle" ADD COLUMN "update_time" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "vehicle" ADD COLUMN "update_by" text DEFAULT '' NOT NULL;