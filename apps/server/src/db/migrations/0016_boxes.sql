CREATE TABLE "iot_box" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "iot_box_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"name" text NOT NULL,
	"facility_id" integer NOT NULL,
	"model" text DEFAULT '' NOT NULL,
	"sim" text DEFAULT '' NOT NULL,
	"firmware" text DEFAULT '' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_by" text DEFAULT '' NOT NULL,
	"removed_time" timestamp with time zone,
	CONSTRAINT "iot_box_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "box_calibration" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "box_calibration_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"box_id" integer NOT NULL,
	"facility_id" integer NOT NULL,
	"metric" text NOT NULL,
	"channel" smallint NOT NULL,
	"factor" double precision NOT NULL,
	"offset" double precision NOT NULL,
	"start_time" timestamp with time zone NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"create_name" text NOT NULL,
	"revoke_time" timestamp with time zone,
	"revoke_name" text DEFAULT '' NOT NULL,
	"revoke_reason" text DEFAULT '' NOT NULL,
	"judged" boolean DEFAULT false NOT NULL,
	CONSTRAINT "box_calibration_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "iot_box" ADD CONSTRAINT "iot_box_tenant_id_facility_id_facility_tenant_id_id_fk" FOREIGN KEY ("tenant_id","facility_id") REFERENCES "public"."facility"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "box_calibration" ADD CONSTRAINT "box_calibration_tenant_id_box_id_iot_box_tenant_id_id_fk" FOREIGN KEY ("tenant_id","box_id") REFERENCES "public"."iot_box"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "iot_box_code" ON "iot_box" USING btree ("tenant_id","code") WHERE removed_time is null;--> statement-breakpoint
CREATE UNIQUE INDEX "iot_box_facility" ON "iot_box" USING btree ("tenant_id","facility_id") WHERE removed_time is null;--> statement-breakpoint
CREATE INDEX "box_calibration_tenant_id_box_id_index" ON "box_calibration" USING btree ("tenant_id","box_id");--> statement-breakpoint
CREATE INDEX "box_calibration_in_force" ON "box_calibration" USING btree ("tenant_id","facility_id","metric","channel","start_time","id") WHERE revoke_time is null;--> statement-breakpoint
CREATE INDEX "box_calibration_to_judge" ON "box_calibration" USING btree ("tenant_id","facility_id") WHERE not judged;