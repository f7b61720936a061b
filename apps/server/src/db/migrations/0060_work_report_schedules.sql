ALTER TABLE "report_schedule" ALTER COLUMN "grouping" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "report_form" ALTER COLUMN "grouping" DROP NOT NULL;