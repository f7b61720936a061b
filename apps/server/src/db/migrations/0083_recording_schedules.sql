CREATE TABLE "recording_schedule" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "recording_schedule_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"dept_id" integer,
	"vehicle_id" integer,
	"channels" smallint[] NOT NULL,
	"stream" text NOT NULL,
	"start" text NOT NULL,
	"end" text NOT NULL,
	"weekdays" smallint[] NOT NULL,
	"is_stopped" boolean DEFAULT false NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "recording_schedule_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "video_recording" ADD COLUMN "schedule_id" integer;--> statement-breakpoint
ALTER TABLE "recording_schedule" ADD CONSTRAINT "recording_schedule_tenant_id_vehicle_id_vehicle_tenant_id_id_fk" FOREIGN KEY ("tenant_id","vehicle_id") REFERENCES "public"."vehicle"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_schedule" ADD CONSTRAINT "recording_schedule_tenant_id_dept_id_sys_dept_tenant_id_dept_id_fk" FOREIGN KEY ("tenant_id","dept_id") REFERENCES "public"."sys_dept"("tenant_id","dept_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recording_schedule_tenant_id_vehicle_id_index" ON "recording_schedule" USING btree ("tenant_id","vehicle_id");--> statement-breakpoint
CREATE INDEX "recording_schedule_tenant_id_dept_id_index" ON "recording_schedule" USING btree ("tenant_id","dept_id");--> statement-breakpoint
CREATE INDEX "video_recording_scheduled" ON "video_recording" USING btree ("tenant_id","start_time","id") WHERE cause = 'schedule';