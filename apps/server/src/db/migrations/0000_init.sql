CREATE TABLE "area_vehicle" (
	"tenant_id" integer NOT NULL,
	"area_id" integer NOT NULL,
	"vehicle_id" integer NOT NULL,
	CONSTRAINT "area_vehicle_tenant_id_area_id_vehicle_id_pk" PRIMARY KEY("tenant_id","area_id","vehicle_id")
);
--> statement-breakpoint
CREATE TABLE "area" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "area_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"dept_id" integer NOT NULL,
	"name" text NOT NULL,
	"shape" jsonb NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "area_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "sys_dept" (
	"tenant_id" integer NOT NULL,
	"dept_id" integer GENERATED ALWAYS AS IDENTITY (sequence name "sys_dept_dept_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"parent_id" integer NOT NULL,
	"name" text NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sys_dept_tenant_id_dept_id_pk" PRIMARY KEY("tenant_id","dept_id"),
	CONSTRAINT "sys_dept_tenantId_parentId_name_unique" UNIQUE("tenant_id","parent_id","name")
);
--> statement-breakpoint
CREATE TABLE "sys_dict_item" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "sys_dict_item_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"dict_id" integer NOT NULL,
	"type" text NOT NULL,
	"value" text NOT NULL,
	"label" text NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sys_dict_item_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "sys_dict_item_tenantId_type_value_unique" UNIQUE("tenant_id","type","value")
);
--> statement-breakpoint
CREATE TABLE "sys_menu" (
	"tenant_id" integer NOT NULL,
	"menu_id" integer GENERATED ALWAYS AS IDENTITY (sequence name "sys_menu_menu_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"parent_id" integer NOT NULL,
	"name" text NOT NULL,
	"permission" text,
	"path" text,
	"icon" text,
	"sort" integer DEFAULT 1 NOT NULL,
	"type" text NOT NULL,
	"keep_alive" text DEFAULT '0' NOT NULL,
	"visible" text DEFAULT '0' NOT NULL,
	CONSTRAINT "sys_menu_tenant_id_menu_id_pk" PRIMARY KEY("tenant_id","menu_id")
);
--> statement-breakpoint
CREATE TABLE "msg_push_tally" (
	"tenant_id" integer NOT NULL,
	"push_object_id" integer NOT NULL,
	"msg_type" text NOT NULL,
	"object_type" text NOT NULL,
	"status" smallint NOT NULL,
	"dept_id" integer NOT NULL,
	"day" date NOT NULL,
	"total" integer NOT NULL,
	"unread" integer NOT NULL,
	CONSTRAINT "msg_push_tally_tenant_id_push_object_id_msg_type_object_type_status_day_dept_id_pk" PRIMARY KEY("tenant_id","push_object_id","msg_type","object_type","status","day","dept_id")
);
--> statement-breakpoint
CREATE TABLE "msg_push" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "msg_push_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_time" timestamp with time zone NOT NULL,
	"msg_type" text NOT NULL,
	"push_object_id" integer NOT NULL,
	"event_id" bigint NOT NULL,
	"object_type" text NOT NULL,
	"object_id" integer NOT NULL,
	"dept_id" integer NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"read_unread" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "msg_push_tenant_id_id_create_time_pk" PRIMARY KEY("tenant_id","id","create_time")
) PARTITION BY RANGE ("create_time");
--> statement-breakpoint
CREATE TABLE "msg_push_default" PARTITION OF "msg_push" DEFAULT;
--> statement-breakpoint
CREATE TABLE "sys_role_menu" (
	"tenant_id" integer NOT NULL,
	"role_id" integer NOT NULL,
	"menu_id" integer NOT NULL,
	CONSTRAINT "sys_role_menu_tenant_id_role_id_menu_id_pk" PRIMARY KEY("tenant_id","role_id","menu_id")
);
--> statement-breakpoint
CREATE TABLE "sys_role" (
	"tenant_id" integer NOT NULL,
	"role_id" integer GENERATED ALWAYS AS IDENTITY (sequence name "sys_role_role_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"role_name" text NOT NULL,
	"role_code" text NOT NULL,
	"role_desc" text DEFAULT '' NOT NULL,
	"ds_type" smallint DEFAULT 2 NOT NULL,
	"ds_scope" integer[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "sys_role_tenant_id_role_id_pk" PRIMARY KEY("tenant_id","role_id"),
	CONSTRAINT "sys_role_tenantId_roleCode_unique" UNIQUE("tenant_id","role_code")
);
--> statement-breakpoint
CREATE TABLE "rule_state" (
	"tenant_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "rule_state_tenant_id_device_id_pk" PRIMARY KEY("tenant_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "monitoring_rule" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "monitoring_rule_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"object_type" text NOT NULL,
	"condition" jsonb NOT NULL,
	"severity" text NOT NULL,
	"object_ids" integer[] DEFAULT '{}' NOT NULL,
	"dept_ids" integer[] DEFAULT '{}' NOT NULL,
	"hours" jsonb NOT NULL,
	"min_duration" integer NOT NULL,
	"cooldown" integer NOT NULL,
	"voice_text" text DEFAULT '' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "monitoring_rule_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "captcha" (
	"key" text PRIMARY KEY NOT NULL,
	"answer" text NOT NULL,
	"expires" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_failure" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_time" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sys_token" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "sys_token_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"client_id" text NOT NULL,
	"access_hash" text NOT NULL,
	"refresh_hash" text NOT NULL,
	"access_expires" timestamp with time zone NOT NULL,
	"refresh_expires" timestamp with time zone NOT NULL,
	"family" text NOT NULL,
	"replaced_time" timestamp with time zone,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	CONSTRAINT "sys_token_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "sys_token_accessHash_unique" UNIQUE("access_hash"),
	CONSTRAINT "sys_token_refreshHash_unique" UNIQUE("refresh_hash")
);
--> statement-breakpoint
CREATE TABLE "sys_tenant" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"hosts" text[] NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"short_name" text NOT NULL,
	"status" text DEFAULT '0' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_binding" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "device_binding_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"object_type" text NOT NULL,
	"object_id" integer NOT NULL,
	"started" timestamp with time zone NOT NULL,
	"ended" timestamp with time zone,
	CONSTRAINT "device_binding_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "device" (
	"tenant_id" integer,
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"terminal_no" text NOT NULL,
	"object_type" text,
	"object_id" integer,
	"protocol" text,
	"manufacturer" text,
	"model" text,
	"plate_number" text,
	"auth_code" text,
	"last_seen" timestamp with time zone,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_terminalNo_unique" UNIQUE("terminal_no")
);
--> statement-breakpoint
CREATE TABLE "position" (
	"tenant_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"message_id" smallint NOT NULL,
	"serial" integer NOT NULL,
	"received" timestamp with time zone NOT NULL,
	"lng" integer NOT NULL,
	"lat" integer NOT NULL,
	"speed" integer NOT NULL,
	"direction" integer NOT NULL,
	"altitude" integer NOT NULL,
	"status" bigint NOT NULL,
	"alarm" bigint NOT NULL,
	"mileage" integer,
	"satellites" smallint,
	"signal" smallint,
	"additions" jsonb,
	CONSTRAINT "position_tenant_id_device_id_time_message_id_serial_pk" PRIMARY KEY("tenant_id","device_id","time","message_id","serial")
) PARTITION BY RANGE ("time");
--> statement-breakpoint
CREATE TABLE "position_default" PARTITION OF "position" DEFAULT;
--> statement-breakpoint
CREATE TABLE "sys_user_role" (
	"tenant_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"role_id" integer NOT NULL,
	CONSTRAINT "sys_user_role_tenant_id_user_id_role_id_pk" PRIMARY KEY("tenant_id","user_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "sys_user" (
	"tenant_id" integer NOT NULL,
	"user_id" integer GENERATED ALWAYS AS IDENTITY (sequence name "sys_user_user_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"username" text NOT NULL,
	"password" text NOT NULL,
	"phone" text,
	"avatar" text,
	"dept_id" integer NOT NULL,
	"lock_flag" text DEFAULT '0' NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sys_user_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id"),
	CONSTRAINT "sys_user_tenantId_username_unique" UNIQUE("tenant_id","username")
);
--> statement-breakpoint
CREATE TABLE "vehicle" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "vehicle_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"dept_id" integer NOT NULL,
	"plate_number" text NOT NULL,
	"plate_colour" smallint NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"initials" text NOT NULL,
	"vehicle_type" text NOT NULL,
	"vehicle_function" text NOT NULL,
	"driver_name" text DEFAULT '' NOT NULL,
	"driver_phone" text DEFAULT '' NOT NULL,
	"vin" text DEFAULT '' NOT NULL,
	"vehicle_camera" smallint DEFAULT 0 NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_time" timestamp with time zone,
	CONSTRAINT "vehicle_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "violation_process" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "violation_process_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"violation_id" bigint NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer,
	"object_name" text NOT NULL,
	"alarm_type" smallint NOT NULL,
	"remark" text NOT NULL,
	CONSTRAINT "violation_process_tenant_id_violation_id_id_pk" PRIMARY KEY("tenant_id","violation_id","id")
);
--> statement-breakpoint
CREATE TABLE "violation_event" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "violation_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_time" timestamp with time zone NOT NULL,
	"end_time" timestamp with time zone,
	"last_time" timestamp with time zone NOT NULL,
	"rule_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"object_type" text NOT NULL,
	"object_id" integer NOT NULL,
	"object_name" text NOT NULL,
	"object_type_name" text NOT NULL,
	"dept_id" integer NOT NULL,
	"dept_name" text NOT NULL,
	"violation_event" text NOT NULL,
	"severity" text NOT NULL,
	"position" text NOT NULL,
	"lng" double precision,
	"lat" double precision,
	"limit" double precision,
	"peak" double precision,
	"execute_action" text NOT NULL,
	"alarm_type" smallint DEFAULT -1 NOT NULL,
	CONSTRAINT "violation_event_tenant_id_id_create_time_pk" PRIMARY KEY("tenant_id","id","create_time")
) PARTITION BY RANGE ("create_time");
--> statement-breakpoint
CREATE TABLE "violation_event_default" PARTITION OF "violation_event" DEFAULT;
--> statement-breakpoint
ALTER TABLE "area_vehicle" ADD CONSTRAINT "area_vehicle_tenant_id_area_id_area_tenant_id_id_fk" FOREIGN KEY ("tenant_id","area_id") REFERENCES "public"."area"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area_vehicle" ADD CONSTRAINT "area_vehicle_tenant_id_vehicle_id_vehicle_tenant_id_id_fk" FOREIGN KEY ("tenant_id","vehicle_id") REFERENCES "public"."vehicle"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area" ADD CONSTRAINT "area_tenant_id_dept_id_sys_dept_tenant_id_dept_id_fk" FOREIGN KEY ("tenant_id","dept_id") REFERENCES "public"."sys_dept"("tenant_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sys_role_menu" ADD CONSTRAINT "sys_role_menu_tenant_id_role_id_sys_role_tenant_id_role_id_fk" FOREIGN KEY ("tenant_id","role_id") REFERENCES "public"."sys_role"("tenant_id","role_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sys_role_menu" ADD CONSTRAINT "sys_role_menu_tenant_id_menu_id_sys_menu_tenant_id_menu_id_fk" FOREIGN KEY ("tenant_id","menu_id") REFERENCES "public"."sys_menu"("tenant_id","menu_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sys_token" ADD CONSTRAINT "sys_token_tenant_id_user_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sys_user_role" ADD CONSTRAINT "sys_user_role_tenant_id_user_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sys_user_role" ADD CONSTRAINT "sys_user_role_tenant_id_role_id_sys_role_tenant_id_role_id_fk" FOREIGN KEY ("tenant_id","role_id") REFERENCES "public"."sys_role"("tenant_id","role_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sys_user" ADD CONSTRAINT "sys_user_tenant_id_dept_id_sys_dept_tenant_id_dept_id_fk" FOREIGN KEY ("tenant_id","dept_id") REFERENCES "public"."sys_dept"("tenant_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle" ADD CONSTRAINT "vehicle_tenant_id_dept_id_sys_dept_tenant_id_dept_id_fk" FOREIGN KEY ("tenant_id","dept_id") REFERENCES "public"."sys_dept"("tenant_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "msg_push_tenant_id_push_object_id_msg_type_object_type_status_create_time_id_index" ON "msg_push" USING btree ("tenant_id","push_object_id","msg_type","object_type","status","create_time" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "msg_push_tenant_id_msg_type_event_id_index" ON "msg_push" USING btree ("tenant_id","msg_type","event_id");--> statement-breakpoint
CREATE INDEX "sys_token_family_index" ON "sys_token" USING btree ("family");--> statement-breakpoint
CREATE INDEX "device_binding_tenant_id_object_type_object_id_index" ON "device_binding" USING btree ("tenant_id","object_type","object_id");--> statement-breakpoint
CREATE INDEX "device_binding_device_id_index" ON "device_binding" USING btree ("device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "device_tenant_id_object_type_object_id_index" ON "device" USING btree ("tenant_id","object_type","object_id") WHERE object_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "vehicle_tenant_id_plate_number_index" ON "vehicle" USING btree ("tenant_id","plate_number") WHERE removed_time is null;--> statement-breakpoint
CREATE INDEX "vehicle_tenant_id_dept_id_index" ON "vehicle" USING btree ("tenant_id","dept_id");--> statement-breakpoint
CREATE INDEX "violation_event_tenant_id_create_time_id_index" ON "violation_event" USING btree ("tenant_id","create_time" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "violation_event_tenant_id_object_type_object_id_create_time_index" ON "violation_event" USING btree ("tenant_id","object_type","object_id","create_time" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "violation_event_tenant_id_device_id_index" ON "violation_event" USING btree ("tenant_id","device_id") WHERE end_time is null;