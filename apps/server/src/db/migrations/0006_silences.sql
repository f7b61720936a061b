ALTER TABLE "track_day" ADD COLUMN "silences" jsonb;--> statement-breakpoint
ALTER TABLE "track_day" ADD COLUMN "ends" jsonb;