ALTER TABLE "wc_complaint" ADD COLUMN "score" smallint;--> statement-breakpoint
ALTER TABLE "export_job" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "unit_info" ADD COLUMN "contact" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_user" ADD COLUMN "map_view" jsonb;