CREATE TABLE "track_day" (
	"tenant_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"day" date NOT NULL,
	"token" bigint NOT NULL,
	"fixes" integer DEFAULT 0 NOT NULL,
	"mileage" integer DEFAULT 0 NOT NULL,
	"mileage_source" text DEFAULT 'distance' NOT NULL,
	"line" jsonb,
	CONSTRAINT "track_day_tenant_id_device_id_day_pk" PRIMARY KEY("tenant_id","device_id","day")
);
--> statement-breakpoint
CREATE INDEX "track_day_device_id_day_index" ON "track_day" USING btree ("device_id","day");