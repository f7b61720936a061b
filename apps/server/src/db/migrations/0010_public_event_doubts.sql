ALTER TABLE "wc_complaint" ADD COLUMN "distance" integer;--> statement-breakpoint
ALTER TABLE "wc_complaint" ADD COLUMN "is_flood" boolean DEFAULT false NOT NULL;