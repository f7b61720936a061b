CREATE TABLE "reading_latest" (
	"tenant_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"metric" text NOT NULL,
	"channel" smallint NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"value" double precision NOT NULL,
	CONSTRAINT "reading_latest_tenant_id_device_id_metric_channel_pk" PRIMARY KEY("tenant_id","device_id","metric","channel")
);
--> statement-breakpoint
CREATE TABLE "reading" (
	"tenant_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"metric" text NOT NULL,
	"channel" smallint NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"value" double precision NOT NULL,
	"received" timestamp with time zone NOT NULL,
	CONSTRAINT "reading_tenant_id_device_id_metric_channel_time_pk" PRIMARY KEY("tenant_id","device_id","metric","channel","time")
) PARTITION BY RANGE ("time");
--> statement-breakpoint
CREATE TABLE "reading_default" PARTITION OF "reading" DEFAULT;
--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "key_hash" text;--> statement-breakpoint
ALTER TABLE "reading_latest" ADD CONSTRAINT "reading_latest_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "device_key" ON "device" USING btree ("key_hash") WHERE key_hash is not null;