ALTER TABLE "work_touch" RENAME COLUMN "vehicle_id" TO "object_id";--> statement-breakpoint
ALTER TABLE "work_plan" ADD COLUMN "user_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "work_task" ADD COLUMN "user_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "work_touch" ADD COLUMN "object_type" text DEFAULT '1' NOT NULL;--> statement-breakpoint
ALTER TABLE "work_touch" ALTER COLUMN "object_type" DROP DEFAULT;