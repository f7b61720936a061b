CREATE TABLE "server_alarm" (
	"tenant_id" integer NOT NULL,
	"vehicle_id" integer NOT NULL,
	"key" text NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"end_time" timestamp with time zone,
	"alarm" bigint NOT NULL,
	"safety" integer[] NOT NULL,
	"lng" double precision,
	"lat" double precision,
	"received" timestamp with time zone DEFAULT now() NOT NULL,
	"judged" boolean DEFAULT false NOT NULL,
	CONSTRAINT "server_alarm_tenant_id_vehicle_id_key_pk" PRIMARY KEY("tenant_id","vehicle_id","key")
);
--> statement-breakpoint
CREATE TABLE "server_alarm_asked" (
	"tenant_id" integer NOT NULL,
	"vehicle_id" integer NOT NULL,
	"until" timestamp with time zone,
	"asked" timestamp with time zone NOT NULL,
	CONSTRAINT "server_alarm_asked_tenant_id_vehicle_id_pk" PRIMARY KEY("tenant_id","vehicle_id")
);
--> statement-breakpoint
CREATE INDEX "server_alarm_tenant_id_vehicle_id_time_index" ON "server_alarm" USING btree ("tenant_id","vehicle_id","time");--> statement-breakpoint
CREATE INDEX "server_alarm_received_index" ON "server_alarm" USING btree ("received");--> statement-breakpoint
CREATE INDEX "server_alarm_new" ON "server_alarm" USING btree ("vehicle_id") WHERE not judged;