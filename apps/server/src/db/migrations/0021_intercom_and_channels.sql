ALTER TABLE "facility" ADD COLUMN "intercom_account" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_user" ADD COLUMN "intercom_account" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "vehicle" ADD COLUMN "channel_names" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "vehicle" ADD COLUMN "hide_channel" smallint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "vehicle" ADD COLUMN "video_device_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "vehicle" ADD COLUMN "intercom_account" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- guard.sql makes it anew: it tells of another intercom account too.
DROP TRIGGER IF EXISTS "changed" ON "sys_user";
