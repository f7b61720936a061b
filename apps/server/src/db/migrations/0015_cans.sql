ALTER TABLE "facility" ADD COLUMN "remark" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "facility" ADD COLUMN "capacity" integer;--> statement-breakpoint
ALTER TABLE "facility" ADD COLUMN "waste_type" text;