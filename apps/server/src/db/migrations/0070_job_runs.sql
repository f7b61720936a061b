CREATE TABLE "job_run" (
	"name" text PRIMARY KEY NOT NULL,
	"every_ms" integer NOT NULL,
	"end_time" timestamp with time zone NOT NULL,
	"took_ms" integer NOT NULL,
	"host" text NOT NULL,
	"failures" integer NOT NULL,
	"error" text NOT NULL
);
