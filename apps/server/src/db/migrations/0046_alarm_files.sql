CREATE TABLE "alarm_attachment" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "alarm_attachment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"upload_id" integer NOT NULL,
	"vehicle_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"channel" smallint NOT NULL,
	"original" text NOT NULL,
	"file_name" text NOT NULL,
	"file_size" integer NOT NULL,
	"sha256" text NOT NULL,
	"received" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alarm_attachment_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "alarm_attachment_fileName_unique" UNIQUE("file_name")
);
--> statement-breakpoint
CREATE TABLE "alarm_upload" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "alarm_upload_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"vehicle_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"terminal_no" text NOT NULL,
	"mark" text NOT NULL,
	"alarm_number" text NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"next_time" timestamp with time zone DEFAULT now() NOT NULL,
	"files" smallint NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alarm_upload_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "alarm_upload_alarmNumber_unique" UNIQUE("alarm_number")
);
--> statement-breakpoint
CREATE INDEX "alarm_attachment_tenant_id_device_id_time_id_index" ON "alarm_attachment" USING btree ("tenant_id","device_id","time","id");--> statement-breakpoint
CREATE INDEX "alarm_attachment_tenant_id_upload_id_index" ON "alarm_attachment" USING btree ("tenant_id","upload_id");--> statement-breakpoint
CREATE INDEX "alarm_attachment_tenant_id_received_index" ON "alarm_attachment" USING btree ("tenant_id","received");--> statement-breakpoint
CREATE UNIQUE INDEX "alarm_upload_tenant_id_device_id_mark_index" ON "alarm_upload" USING btree ("tenant_id","device_id","mark");--> statement-breakpoint
CREATE INDEX "alarm_upload_open" ON "alarm_upload" USING btree ("next_time") WHERE state in ('waiting', 'asked');--> statement-breakpoint
CREATE INDEX "alarm_upload_create_time_index" ON "alarm_upload" USING btree ("create_time");