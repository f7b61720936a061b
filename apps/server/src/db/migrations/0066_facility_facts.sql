ALTER TABLE "facility" ADD COLUMN "toilet_kind" text;--> statement-breakpoint
ALTER TABLE "facility" ADD COLUMN "facility_class" integer;--> statement-breakpoint
ALTER TABLE "facility" ADD COLUMN "built_year" integer;--> statement-breakpoint
ALTER TABLE "facility" ADD COLUMN "floor_area" double precision;--> statement-breakpoint
ALTER TABLE "facility" ADD COLUMN "opening_hours" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "facility" ADD COLUMN "manager_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "facility" ADD COLUMN "equipment" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "facility" ADD COLUMN "cubicles_men" integer;--> statement-breakpoint
ALTER TABLE "facility" ADD COLUMN "cubicles_women" integer;--> statement-breakpoint
ALTER TABLE "facility" ADD COLUMN "cubicles_shared" integer;