ALTER TABLE "sms_code" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "social_state" ADD COLUMN "secret_hash" text DEFAULT '' NOT NULL;