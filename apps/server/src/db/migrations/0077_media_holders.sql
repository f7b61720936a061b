ALTER TABLE "intercom_speech" ADD COLUMN "holder" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "video_recording" ADD COLUMN "holder" text DEFAULT '' NOT NULL;