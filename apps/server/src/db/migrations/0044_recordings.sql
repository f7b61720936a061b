CREATE TABLE "video_recording" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "video_recording_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"vehicle_id" integer NOT NULL,
	"terminal_no" text NOT NULL,
	"channel" smallint NOT NULL,
	"stream" text NOT NULL,
	"cause" text NOT NULL,
	"violation_id" bigint,
	"start_time" timestamp with time zone NOT NULL,
	"end_time" timestamp with time zone,
	"end_reason" text,
	"file_name" text NOT NULL,
	"file_size" bigint DEFAULT 0 NOT NULL,
	"frames" integer DEFAULT 0 NOT NULL,
	"sha256" text DEFAULT '' NOT NULL,
	"user_id" integer,
	"create_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "video_recording_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "video_recording_fileName_unique" UNIQUE("file_name")
);
--> statement-breakpoint
CREATE INDEX "video_recording_tenant_id_vehicle_id_start_time_id_index" ON "video_recording" USING btree ("tenant_id","vehicle_id","start_time","id");--> statement-breakpoint
CREATE INDEX "video_recording_tenant_id_start_time_id_index" ON "video_recording" USING btree ("tenant_id","start_time","id");--> statement-breakpoint
CREATE INDEX "video_recording_violation" ON "video_recording" USING btree ("tenant_id","violation_id") WHERE violation_id is not null;--> statement-breakpoint
CREATE INDEX "video_recording_running" ON "video_recording" USING btree ("tenant_id","id") WHERE end_time is null;