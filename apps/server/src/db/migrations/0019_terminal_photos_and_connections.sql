CREATE TABLE "device_connection" (
	"tenant_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"authenticated" timestamp with time zone NOT NULL,
	"address" text NOT NULL,
	"ended" timestamp with time zone,
	"reason" text,
	CONSTRAINT "device_connection_tenant_id_device_id_time_pk" PRIMARY KEY("tenant_id","device_id","time")
) PARTITION BY RANGE ("time");
--> statement-breakpoint
CREATE TABLE "device_connection_default" PARTITION OF "device_connection" DEFAULT;
--> statement-breakpoint
CREATE TABLE "device_photo" (
	"tenant_id" integer NOT NULL,
	"file_name" text NOT NULL,
	"device_id" integer NOT NULL,
	"object_type" text NOT NULL,
	"object_id" integer NOT NULL,
	"event" smallint NOT NULL,
	"channel" smallint NOT NULL,
	"time" timestamp with time zone,
	"lng" double precision,
	"lat" double precision,
	"address" text NOT NULL,
	"received" timestamp with time zone NOT NULL,
	CONSTRAINT "device_photo_tenant_id_file_name_pk" PRIMARY KEY("tenant_id","file_name")
);
--> statement-breakpoint
CREATE INDEX "device_connection_open" ON "device_connection" USING btree ("device_id") WHERE ended is null;--> statement-breakpoint
CREATE INDEX "device_photo_tenant_id_device_id_received_index" ON "device_photo" USING btree ("tenant_id","device_id","received");