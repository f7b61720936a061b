ALTER TABLE "facility" ADD COLUMN "photos" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "facility_photos" ON "facility" USING gin ("photos");