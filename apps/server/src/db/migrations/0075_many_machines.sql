CREATE TABLE "job_claim" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stream_partition" (
	"partition" integer PRIMARY KEY NOT NULL,
	"holder" text,
	"expires" timestamp with time zone,
	"epoch" integer DEFAULT 0 NOT NULL,
	"sequence" bigint DEFAULT 0 NOT NULL,
	"stream_created" text DEFAULT '' NOT NULL
);
