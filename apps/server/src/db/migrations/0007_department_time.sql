ALTER TABLE "sys_dept" ADD COLUMN "create_time" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- Of older departments only the time of the last change is known.
UPDATE "sys_dept" SET "create_time" = "update_time";
