CREATE TABLE "apply_for_history" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "apply_for_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"apply_for_id" bigint NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer NOT NULL,
	"user_name" text NOT NULL,
	"status" smallint NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "apply_for_history_tenant_id_apply_for_id_id_pk" PRIMARY KEY("tenant_id","apply_for_id","id")
);
--> statement-breakpoint
CREATE TABLE "apply_for_record" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "apply_for_record_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"object_id" integer NOT NULL,
	"dept_id" integer NOT NULL,
	"submitted_by" integer NOT NULL,
	"type" smallint NOT NULL,
	"first_day" date NOT NULL,
	"first_half" text NOT NULL,
	"last_day" date NOT NULL,
	"last_half" text NOT NULL,
	"fate" numeric(6, 1) NOT NULL,
	"reason" text NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	CONSTRAINT "apply_for_record_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
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
	"shape_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "area_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "calendar_day" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"change_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_day_tenant_id_day_pk" PRIMARY KEY("tenant_id","day")
);
--> statement-breakpoint
CREATE TABLE "wc_report_to_clean" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "wc_report_to_clean_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"facility_id" integer,
	"facility_name" text DEFAULT '' NOT NULL,
	"dept_id" integer NOT NULL,
	"reporter_id" integer NOT NULL,
	"reporter" text NOT NULL,
	"contact" text DEFAULT '' NOT NULL,
	"position" text NOT NULL,
	"lng" double precision,
	"lat" double precision,
	"report_time" timestamp with time zone DEFAULT now() NOT NULL,
	"content" text NOT NULL,
	"img" text[] DEFAULT '{}' NOT NULL,
	"type" text NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"assignee_id" integer,
	"assignee_name" text DEFAULT '' NOT NULL,
	"vehicle_id" integer,
	"assign_time" timestamp with time zone,
	"process_time" timestamp with time zone,
	"process_remark" text DEFAULT '' NOT NULL,
	"process_img" text[] DEFAULT '{}' NOT NULL,
	"score" smallint,
	"evaluation" text DEFAULT '' NOT NULL,
	"evaluate_time" timestamp with time zone,
	"over_time" timestamp with time zone,
	CONSTRAINT "wc_report_to_clean_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "wc_report_to_clean_tenantId_code_unique" UNIQUE("tenant_id","code")
);
--> statement-breakpoint
CREATE TABLE "wc_report_to_clean_process" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "wc_report_to_clean_process_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"report_id" bigint NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer NOT NULL,
	"user_name" text NOT NULL,
	"status" smallint NOT NULL,
	"remark" text NOT NULL,
	"img" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "wc_report_to_clean_process_tenant_id_report_id_id_pk" PRIMARY KEY("tenant_id","report_id","id")
);
--> statement-breakpoint
CREATE TABLE "wc_complaint_photo" (
	"tenant_id" integer NOT NULL,
	"file_name" text NOT NULL,
	"facility_id" integer NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wc_complaint_photo_tenant_id_file_name_pk" PRIMARY KEY("tenant_id","file_name")
);
--> statement-breakpoint
CREATE TABLE "wc_complaint_process" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "wc_complaint_process_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"complaint_id" bigint NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer,
	"user_name" text NOT NULL,
	"status" smallint NOT NULL,
	"remark" text NOT NULL,
	"url" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "wc_complaint_process_tenant_id_complaint_id_id_pk" PRIMARY KEY("tenant_id","complaint_id","id")
);
--> statement-breakpoint
CREATE TABLE "wc_complaint" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "wc_complaint_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"facility_id" integer NOT NULL,
	"facility_name" text NOT NULL,
	"dept_id" integer NOT NULL,
	"event_type" smallint NOT NULL,
	"event_time" timestamp with time zone DEFAULT now() NOT NULL,
	"content" text NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"position" text NOT NULL,
	"lng" double precision,
	"lat" double precision,
	"report_person" text DEFAULT '' NOT NULL,
	"contact_information" text DEFAULT '' NOT NULL,
	"identity_card" text DEFAULT '' NOT NULL,
	"url" text[] DEFAULT '{}' NOT NULL,
	"result_content" text DEFAULT '' NOT NULL,
	"result_url" text[] DEFAULT '{}' NOT NULL,
	"result_time" timestamp with time zone,
	"request_key" text,
	CONSTRAINT "wc_complaint_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "wc_complaint_code_unique" UNIQUE("code"),
	CONSTRAINT "wc_complaint_tenantId_facilityId_requestKey_unique" UNIQUE("tenant_id","facility_id","request_key")
);
--> statement-breakpoint
CREATE TABLE "wc_complaint_identity_view" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "wc_complaint_identity_view_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"complaint_id" bigint NOT NULL,
	"user_id" integer NOT NULL,
	"user_name" text NOT NULL,
	"reason" text NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wc_complaint_identity_view_tenant_id_complaint_id_id_pk" PRIMARY KEY("tenant_id","complaint_id","id")
);
--> statement-breakpoint
CREATE TABLE "sys_dept" (
	"tenant_id" integer NOT NULL,
	"dept_id" integer GENERATED ALWAYS AS IDENTITY (sequence name "sys_dept_dept_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"parent_id" integer NOT NULL,
	"name" text NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_by" text DEFAULT '' NOT NULL,
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
	"labels" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "sys_dict_item_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "sys_dict_item_tenantId_type_value_unique" UNIQUE("tenant_id","type","value")
);
--> statement-breakpoint
CREATE TABLE "export_job" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "export_job_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"list" text NOT NULL,
	"filter" jsonb NOT NULL,
	"language" text NOT NULL,
	"status" text NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"file_name" text,
	"error" text,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL,
	"place" jsonb,
	"departments" jsonb,
	"worker" text,
	CONSTRAINT "export_job_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "facility" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "facility_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"dept_id" integer NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"initials" text NOT NULL,
	"facility_type" text NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"lng" double precision NOT NULL,
	"lat" double precision NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_time" timestamp with time zone,
	"remark" text DEFAULT '' NOT NULL,
	"capacity" integer,
	"waste_type" text,
	"intercom_account" text DEFAULT '' NOT NULL,
	CONSTRAINT "facility_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "facility_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "sys_file" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "sys_file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"bucket_name" text NOT NULL,
	"file_name" text NOT NULL,
	"original" text NOT NULL,
	"type" text NOT NULL,
	"file_size" bigint NOT NULL,
	"create_user" text NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"upload_key" text,
	"is_confirmed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "sys_file_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "sys_file_fileName_unique" UNIQUE("file_name"),
	CONSTRAINT "sys_file_upload" UNIQUE("tenant_id","create_user","upload_key")
);
--> statement-breakpoint
CREATE TABLE "secret" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "inspect_event_history" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "inspect_event_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"inspect_event_id" bigint NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer NOT NULL,
	"user_name" text NOT NULL,
	"status" smallint NOT NULL,
	"if_return" smallint,
	"remark" text NOT NULL,
	"img" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "inspect_event_history_tenant_id_inspect_event_id_id_pk" PRIMARY KEY("tenant_id","inspect_event_id","id")
);
--> statement-breakpoint
CREATE TABLE "inspect_event" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "inspect_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"report_person_id" integer NOT NULL,
	"responsible_id" integer NOT NULL,
	"dept_id" integer NOT NULL,
	"business_type" text NOT NULL,
	"event_content" text NOT NULL,
	"assessment_standard" text NOT NULL,
	"score" numeric(5, 1) NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"position" text NOT NULL,
	"lng" double precision,
	"lat" double precision,
	"img" text[] DEFAULT '{}' NOT NULL,
	"treat_img" text[] DEFAULT '{}' NOT NULL,
	"dispose_time_limit" integer NOT NULL,
	"dispose_time" integer,
	"status" smallint DEFAULT 1 NOT NULL,
	"if_return" smallint,
	CONSTRAINT "inspect_event_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "sys_log_login" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sys_log_login_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"operation" smallint NOT NULL,
	"status" smallint NOT NULL,
	"username" text NOT NULL,
	"grant_type" text NOT NULL,
	"remote_addr" text NOT NULL,
	"user_agent" text NOT NULL,
	CONSTRAINT "sys_log_login_tenant_id_id_create_time_pk" PRIMARY KEY("tenant_id","id","create_time")
) PARTITION BY RANGE ("create_time");
--> statement-breakpoint
CREATE TABLE "sys_log_login_default" PARTITION OF "sys_log_login" DEFAULT;
--> statement-breakpoint
CREATE TABLE "sys_log" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sys_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"service_id" text NOT NULL,
	"create_by" text NOT NULL,
	"remote_addr" text NOT NULL,
	"user_agent" text NOT NULL,
	"request_uri" text NOT NULL,
	"method" text NOT NULL,
	"params" text NOT NULL,
	"time" integer,
	"exception" text,
	CONSTRAINT "sys_log_tenant_id_id_create_time_pk" PRIMARY KEY("tenant_id","id","create_time")
) PARTITION BY RANGE ("create_time");
--> statement-breakpoint
CREATE TABLE "sys_log_default" PARTITION OF "sys_log" DEFAULT;
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
	"labels" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"roles" integer[] DEFAULT '{}' NOT NULL,
	"active_at" text[] DEFAULT '{}' NOT NULL,
	"query" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL,
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
	"kind" smallint NOT NULL,
	"folded" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "msg_push_tally_tenant_id_push_object_id_msg_type_object_type_kind_status_day_dept_id_pk" PRIMARY KEY("tenant_id","push_object_id","msg_type","object_type","kind","status","day","dept_id")
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
	"from_id" integer,
	"kind" smallint DEFAULT 0 NOT NULL,
	"folded" boolean DEFAULT false NOT NULL,
	CONSTRAINT "msg_push_tenant_id_id_create_time_pk" PRIMARY KEY("tenant_id","id","create_time")
) PARTITION BY RANGE ("create_time");
--> statement-breakpoint
CREATE TABLE "msg_push_default" PARTITION OF "msg_push" DEFAULT;
--> statement-breakpoint
CREATE TABLE "job_task_plan_facility" (
	"tenant_id" integer NOT NULL,
	"plan_id" integer NOT NULL,
	"facility_id" integer NOT NULL,
	CONSTRAINT "job_task_plan_facility_tenant_id_plan_id_facility_id_pk" PRIMARY KEY("tenant_id","plan_id","facility_id")
);
--> statement-breakpoint
CREATE TABLE "job_task_plan" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "job_task_plan_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"user_id" integer NOT NULL,
	"due_minutes" smallint[] NOT NULL,
	"dept_id" integer NOT NULL,
	"effective_from" timestamp with time zone DEFAULT now() NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_by" text DEFAULT '' NOT NULL,
	"removed_time" timestamp with time zone,
	CONSTRAINT "job_task_plan_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "job_task_record" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "job_task_record_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"plan_id" integer NOT NULL,
	"due_time" timestamp with time zone NOT NULL,
	"done_time" timestamp with time zone,
	"user_id" integer NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"facility_id" integer NOT NULL,
	"done_name" text DEFAULT '' NOT NULL,
	CONSTRAINT "job_task_record_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "job_task_record_tenantId_planId_facilityId_dueTime_unique" UNIQUE("tenant_id","plan_id","facility_id","due_time")
);
--> statement-breakpoint
CREATE TABLE "event_claim" (
	"tenant_id" integer NOT NULL,
	"msg_type" text NOT NULL,
	"event_id" bigint NOT NULL,
	"user_id" integer NOT NULL,
	"user_name" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "event_claim_tenant_id_msg_type_event_id_pk" PRIMARY KEY("tenant_id","msg_type","event_id")
);
--> statement-breakpoint
CREATE TABLE "event_viewer" (
	"tenant_id" integer NOT NULL,
	"msg_type" text NOT NULL,
	"event_id" bigint NOT NULL,
	"user_id" integer NOT NULL,
	"user_name" text NOT NULL,
	"seen" timestamp with time zone NOT NULL,
	CONSTRAINT "event_viewer_tenant_id_msg_type_event_id_user_id_pk" PRIMARY KEY("tenant_id","msg_type","event_id","user_id")
);
--> statement-breakpoint
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
CREATE TABLE "event_removal" (
	"tenant_id" integer NOT NULL,
	"list" text NOT NULL,
	"id" bigint NOT NULL,
	"dept_id" integer NOT NULL,
	"owner_ids" integer[] NOT NULL,
	"user_name" text NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_removal_tenant_id_list_id_pk" PRIMARY KEY("tenant_id","list","id")
);
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
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_by" text DEFAULT '' NOT NULL,
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
	"change_time" timestamp with time zone DEFAULT now() NOT NULL,
	"shift_ids" integer[] DEFAULT '{}' NOT NULL,
	"calendar" boolean DEFAULT false NOT NULL,
	"recipient_ids" integer[] DEFAULT '{}' NOT NULL,
	"sms" boolean DEFAULT false NOT NULL,
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
CREATE TABLE "sys_token_lock" (
	"tenant_id" integer NOT NULL,
	"family" text NOT NULL,
	"user_id" integer NOT NULL,
	"password" text NOT NULL,
	"locked_time" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_failure" timestamp with time zone,
	CONSTRAINT "sys_token_lock_tenant_id_family_pk" PRIMARY KEY("tenant_id","family")
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
CREATE TABLE "sms_code" (
	"tenant_id" integer NOT NULL,
	"mobile" text NOT NULL,
	"code" text NOT NULL,
	"expires" timestamp with time zone NOT NULL,
	CONSTRAINT "sms_code_tenant_id_mobile_pk" PRIMARY KEY("tenant_id","mobile")
);
--> statement-breakpoint
CREATE TABLE "sys_social_details" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "sys_social_details_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"app_id" text NOT NULL,
	"app_secret" text NOT NULL,
	"issuer" text NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sys_social_details_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "sys_social_details_tenantId_type_unique" UNIQUE("tenant_id","type")
);
--> statement-breakpoint
CREATE TABLE "social_state" (
	"state" text PRIMARY KEY NOT NULL,
	"tenant_id" integer NOT NULL,
	"type" text NOT NULL,
	"verifier" text NOT NULL,
	"nonce" text NOT NULL,
	"expires" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "temp_token" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"tenant_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"expires" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sys_user_social" (
	"tenant_id" integer NOT NULL,
	"type" text NOT NULL,
	"open_id" text NOT NULL,
	"user_id" integer NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sys_user_social_tenant_id_type_open_id_pk" PRIMARY KEY("tenant_id","type","open_id"),
	CONSTRAINT "sys_user_social_tenantId_userId_type_unique" UNIQUE("tenant_id","user_id","type")
);
--> statement-breakpoint
CREATE TABLE "shift" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "shift_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"start" text NOT NULL,
	"end" text NOT NULL,
	"weekdays" smallint[] NOT NULL,
	"change_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shift_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "shift_tenantId_name_unique" UNIQUE("tenant_id","name")
);
--> statement-breakpoint
CREATE TABLE "sms_message" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sms_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"rule_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"violation_id" bigint NOT NULL,
	"mobile" text NOT NULL,
	"text" text NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	"sent_time" timestamp with time zone,
	CONSTRAINT "sms_message_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "event_tally" (
	"tenant_id" integer NOT NULL,
	"list" text NOT NULL,
	"month" date NOT NULL,
	"dept_id" integer NOT NULL,
	"status" smallint NOT NULL,
	"kind" smallint NOT NULL,
	"total" integer NOT NULL,
	CONSTRAINT "event_tally_tenant_id_list_month_dept_id_status_kind_pk" PRIMARY KEY("tenant_id","list","month","dept_id","status","kind")
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
	"status" text DEFAULT '0' NOT NULL,
	"seeded" text[] DEFAULT '{}' NOT NULL
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
CREATE TABLE "device_message" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "device_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"message_id" smallint NOT NULL,
	"serial" integer NOT NULL,
	"received" timestamp with time zone NOT NULL,
	"content" jsonb NOT NULL,
	CONSTRAINT "device_message_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
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
	"terminal_id" text,
	"first_bound" timestamp with time zone,
	"key_hash" text,
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
CREATE TABLE "unit_info" (
	"tenant_id" integer PRIMARY KEY NOT NULL,
	"system_name" text DEFAULT '' NOT NULL,
	"short_name" text DEFAULT '' NOT NULL,
	"logo" text DEFAULT '' NOT NULL,
	"ico" text DEFAULT '' NOT NULL,
	"video_source" text DEFAULT '' NOT NULL,
	"account" text DEFAULT '' NOT NULL,
	"password" text DEFAULT '' NOT NULL,
	"intercom_account" text DEFAULT '' NOT NULL,
	"intercom_password" text DEFAULT '' NOT NULL,
	"intercom_url" text DEFAULT '' NOT NULL,
	"frame_origins" text[] DEFAULT '{}' NOT NULL,
	"gps_url" text DEFAULT '' NOT NULL,
	"evaluation_url" text DEFAULT '' NOT NULL,
	"feixiang_url" text DEFAULT '' NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL
);
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
	"name" text DEFAULT '' NOT NULL,
	"initials" text DEFAULT '' NOT NULL,
	"gender" text DEFAULT '2' NOT NULL,
	"preferences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_by" text DEFAULT '' NOT NULL,
	"intercom_account" text DEFAULT '' NOT NULL,
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
	"channel_names" text[] DEFAULT '{}' NOT NULL,
	"hide_channel" smallint[] DEFAULT '{}' NOT NULL,
	"video_device_id" text DEFAULT '' NOT NULL,
	"intercom_account" text DEFAULT '' NOT NULL,
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
	"storm" timestamp with time zone,
	"measure" text,
	CONSTRAINT "violation_event_tenant_id_id_create_time_pk" PRIMARY KEY("tenant_id","id","create_time")
) PARTITION BY RANGE ("create_time");
--> statement-breakpoint
CREATE TABLE "violation_event_default" PARTITION OF "violation_event" DEFAULT;
--> statement-breakpoint
ALTER TABLE "apply_for_record" ADD CONSTRAINT "apply_for_record_tenant_id_object_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","object_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "apply_for_record" ADD CONSTRAINT "apply_for_record_tenant_id_submitted_by_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","submitted_by") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area_vehicle" ADD CONSTRAINT "area_vehicle_tenant_id_area_id_area_tenant_id_id_fk" FOREIGN KEY ("tenant_id","area_id") REFERENCES "public"."area"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area_vehicle" ADD CONSTRAINT "area_vehicle_tenant_id_vehicle_id_vehicle_tenant_id_id_fk" FOREIGN KEY ("tenant_id","vehicle_id") REFERENCES "public"."vehicle"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area" ADD CONSTRAINT "area_tenant_id_dept_id_sys_dept_tenant_id_dept_id_fk" FOREIGN KEY ("tenant_id","dept_id") REFERENCES "public"."sys_dept"("tenant_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wc_report_to_clean" ADD CONSTRAINT "wc_report_to_clean_tenant_id_dept_id_sys_dept_tenant_id_dept_id_fk" FOREIGN KEY ("tenant_id","dept_id") REFERENCES "public"."sys_dept"("tenant_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wc_report_to_clean" ADD CONSTRAINT "wc_report_to_clean_tenant_id_facility_id_facility_tenant_id_id_fk" FOREIGN KEY ("tenant_id","facility_id") REFERENCES "public"."facility"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wc_complaint" ADD CONSTRAINT "wc_complaint_tenant_id_facility_id_facility_tenant_id_id_fk" FOREIGN KEY ("tenant_id","facility_id") REFERENCES "public"."facility"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_job" ADD CONSTRAINT "export_job_tenant_id_user_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "facility" ADD CONSTRAINT "facility_tenant_id_dept_id_sys_dept_tenant_id_dept_id_fk" FOREIGN KEY ("tenant_id","dept_id") REFERENCES "public"."sys_dept"("tenant_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspect_event" ADD CONSTRAINT "inspect_event_tenant_id_dept_id_sys_dept_tenant_id_dept_id_fk" FOREIGN KEY ("tenant_id","dept_id") REFERENCES "public"."sys_dept"("tenant_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspect_event" ADD CONSTRAINT "inspect_event_tenant_id_report_person_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","report_person_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspect_event" ADD CONSTRAINT "inspect_event_tenant_id_responsible_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","responsible_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_task_plan_facility" ADD CONSTRAINT "job_task_plan_facility_tenant_id_plan_id_job_task_plan_tenant_id_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."job_task_plan"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_task_plan_facility" ADD CONSTRAINT "job_task_plan_facility_tenant_id_facility_id_facility_tenant_id_id_fk" FOREIGN KEY ("tenant_id","facility_id") REFERENCES "public"."facility"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_task_plan" ADD CONSTRAINT "job_task_plan_tenant_id_dept_id_sys_dept_tenant_id_dept_id_fk" FOREIGN KEY ("tenant_id","dept_id") REFERENCES "public"."sys_dept"("tenant_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_task_plan" ADD CONSTRAINT "job_task_plan_tenant_id_user_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_task_record" ADD CONSTRAINT "job_task_record_tenant_id_plan_id_job_task_plan_tenant_id_id_fk" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."job_task_plan"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_task_record" ADD CONSTRAINT "job_task_record_tenant_id_facility_id_facility_tenant_id_id_fk" FOREIGN KEY ("tenant_id","facility_id") REFERENCES "public"."facility"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_latest" ADD CONSTRAINT "reading_latest_device_id_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."device"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sys_role_menu" ADD CONSTRAINT "sys_role_menu_tenant_id_role_id_sys_role_tenant_id_role_id_fk" FOREIGN KEY ("tenant_id","role_id") REFERENCES "public"."sys_role"("tenant_id","role_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sys_role_menu" ADD CONSTRAINT "sys_role_menu_tenant_id_menu_id_sys_menu_tenant_id_menu_id_fk" FOREIGN KEY ("tenant_id","menu_id") REFERENCES "public"."sys_menu"("tenant_id","menu_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sys_token_lock" ADD CONSTRAINT "sys_token_lock_tenant_id_user_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sys_token" ADD CONSTRAINT "sys_token_tenant_id_user_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "temp_token" ADD CONSTRAINT "temp_token_tenant_id_user_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sys_user_social" ADD CONSTRAINT "sys_user_social_tenant_id_user_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sys_user_role" ADD CONSTRAINT "sys_user_role_tenant_id_user_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sys_user_role" ADD CONSTRAINT "sys_user_role_tenant_id_role_id_sys_role_tenant_id_role_id_fk" FOREIGN KEY ("tenant_id","role_id") REFERENCES "public"."sys_role"("tenant_id","role_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sys_user" ADD CONSTRAINT "sys_user_tenant_id_dept_id_sys_dept_tenant_id_dept_id_fk" FOREIGN KEY ("tenant_id","dept_id") REFERENCES "public"."sys_dept"("tenant_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle" ADD CONSTRAINT "vehicle_tenant_id_dept_id_sys_dept_tenant_id_dept_id_fk" FOREIGN KEY ("tenant_id","dept_id") REFERENCES "public"."sys_dept"("tenant_id","dept_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "apply_for_record_tenant_id_status_create_time_id_dept_id_index" ON "apply_for_record" USING btree ("tenant_id","status","create_time","id","dept_id");--> statement-breakpoint
CREATE INDEX "apply_for_record_tenant_id_create_time_id_dept_id_status_index" ON "apply_for_record" USING btree ("tenant_id","create_time","id","dept_id","status");--> statement-breakpoint
CREATE INDEX "apply_for_record_tenant_id_dept_id_create_time_id_index" ON "apply_for_record" USING btree ("tenant_id","dept_id","create_time","id");--> statement-breakpoint
CREATE INDEX "apply_for_record_tenant_id_object_id_create_time_id_index" ON "apply_for_record" USING btree ("tenant_id","object_id","create_time","id");--> statement-breakpoint
CREATE INDEX "apply_for_record_tenant_id_submitted_by_create_time_id_index" ON "apply_for_record" USING btree ("tenant_id","submitted_by","create_time","id");--> statement-breakpoint
CREATE INDEX "wc_report_to_clean_tenant_id_status_report_time_id_dept_id_type_index" ON "wc_report_to_clean" USING btree ("tenant_id","status","report_time","id","dept_id","type");--> statement-breakpoint
CREATE INDEX "wc_report_to_clean_tenant_id_report_time_id_dept_id_type_status_index" ON "wc_report_to_clean" USING btree ("tenant_id","report_time","id","dept_id","type","status");--> statement-breakpoint
CREATE INDEX "wc_report_to_clean_open" ON "wc_report_to_clean" USING btree ("tenant_id","report_time","id","dept_id","status","assignee_id") WHERE status <> 4;--> statement-breakpoint
CREATE INDEX "wc_report_to_clean_tenant_id_assignee_id_status_index" ON "wc_report_to_clean" USING btree ("tenant_id","assignee_id","status");--> statement-breakpoint
CREATE INDEX "wc_report_to_clean_tenant_id_reporter_id_index" ON "wc_report_to_clean" USING btree ("tenant_id","reporter_id");--> statement-breakpoint
CREATE INDEX "wc_report_to_clean_tenant_id_facility_id_report_time_id_index" ON "wc_report_to_clean" USING btree ("tenant_id","facility_id","report_time","id");--> statement-breakpoint
CREATE INDEX "wc_report_to_clean_tenant_id_dept_id_report_time_id_index" ON "wc_report_to_clean" USING btree ("tenant_id","dept_id","report_time","id");--> statement-breakpoint
CREATE INDEX "wc_complaint_photo_create_time_index" ON "wc_complaint_photo" USING btree ("create_time");--> statement-breakpoint
CREATE INDEX "wc_complaint_tenant_id_status_event_time_id_dept_id_event_type_index" ON "wc_complaint" USING btree ("tenant_id","status","event_time","id","dept_id","event_type");--> statement-breakpoint
CREATE INDEX "wc_complaint_tenant_id_event_time_id_dept_id_event_type_status_index" ON "wc_complaint" USING btree ("tenant_id","event_time","id","dept_id","event_type","status");--> statement-breakpoint
CREATE INDEX "wc_complaint_tenant_id_dept_id_event_time_id_index" ON "wc_complaint" USING btree ("tenant_id","dept_id","event_time","id");--> statement-breakpoint
CREATE INDEX "wc_complaint_tenant_id_facility_id_event_time_id_index" ON "wc_complaint" USING btree ("tenant_id","facility_id","event_time","id");--> statement-breakpoint
CREATE INDEX "export_job_tenant_id_user_id_create_time_index" ON "export_job" USING btree ("tenant_id","user_id","create_time");--> statement-breakpoint
CREATE INDEX "facility_tenant_id_dept_id_index" ON "facility" USING btree ("tenant_id","dept_id");--> statement-breakpoint
CREATE INDEX "sys_file_tenant_id_create_time_id_index" ON "sys_file" USING btree ("tenant_id","create_time","id");--> statement-breakpoint
CREATE INDEX "sys_file_unconfirmed" ON "sys_file" USING btree ("create_time") WHERE not is_confirmed;--> statement-breakpoint
CREATE INDEX "track_day_device_id_day_index" ON "track_day" USING btree ("device_id","day");--> statement-breakpoint
CREATE INDEX "inspect_event_tenant_id_status_create_time_id_dept_id_index" ON "inspect_event" USING btree ("tenant_id","status","create_time","id","dept_id");--> statement-breakpoint
CREATE INDEX "inspect_event_tenant_id_create_time_id_dept_id_status_index" ON "inspect_event" USING btree ("tenant_id","create_time","id","dept_id","status");--> statement-breakpoint
CREATE INDEX "inspect_event_tenant_id_dept_id_create_time_id_index" ON "inspect_event" USING btree ("tenant_id","dept_id","create_time","id");--> statement-breakpoint
CREATE INDEX "inspect_event_tenant_id_responsible_id_create_time_id_index" ON "inspect_event" USING btree ("tenant_id","responsible_id","create_time","id");--> statement-breakpoint
CREATE INDEX "inspect_event_tenant_id_report_person_id_create_time_id_index" ON "inspect_event" USING btree ("tenant_id","report_person_id","create_time","id");--> statement-breakpoint
CREATE INDEX "inspect_event_returned" ON "inspect_event" USING btree ("tenant_id","create_time","id","dept_id") WHERE if_return = 1;--> statement-breakpoint
CREATE INDEX "sys_log_login_tenant_id_create_time_id_index" ON "sys_log_login" USING btree ("tenant_id","create_time","id");--> statement-breakpoint
CREATE INDEX "sys_log_tenant_id_create_time_id_index" ON "sys_log" USING btree ("tenant_id","create_time","id");--> statement-breakpoint
CREATE INDEX "sys_log_tenant_id_type_create_time_id_index" ON "sys_log" USING btree ("tenant_id","type","create_time","id");--> statement-breakpoint
CREATE INDEX "msg_push_tenant_id_push_object_id_msg_type_status_create_time_id_index" ON "msg_push" USING btree ("tenant_id","push_object_id","msg_type","status","create_time","id");--> statement-breakpoint
CREATE INDEX "msg_push_tenant_id_push_object_id_msg_type_create_time_id_index" ON "msg_push" USING btree ("tenant_id","push_object_id","msg_type","create_time","id");--> statement-breakpoint
CREATE INDEX "msg_push_tenant_id_push_object_id_object_id_create_time_id_index" ON "msg_push" USING btree ("tenant_id","push_object_id","object_id","create_time","id");--> statement-breakpoint
CREATE INDEX "msg_push_from" ON "msg_push" USING btree ("tenant_id","push_object_id","from_id","create_time","id") WHERE from_id is not null;--> statement-breakpoint
CREATE INDEX "msg_push_tenant_id_msg_type_event_id_index" ON "msg_push" USING btree ("tenant_id","msg_type","event_id");--> statement-breakpoint
CREATE INDEX "job_task_record_tenant_id_due_time_id_index" ON "job_task_record" USING btree ("tenant_id","due_time","id");--> statement-breakpoint
CREATE INDEX "job_task_record_tenant_id_user_id_due_time_index" ON "job_task_record" USING btree ("tenant_id","user_id","due_time");--> statement-breakpoint
CREATE INDEX "sys_token_family_index" ON "sys_token" USING btree ("family");--> statement-breakpoint
CREATE INDEX "sms_message_tenant_id_rule_id_user_id_create_time_index" ON "sms_message" USING btree ("tenant_id","rule_id","user_id","create_time");--> statement-breakpoint
CREATE INDEX "sms_message_waiting" ON "sms_message" USING btree ("id") WHERE sent_time is null;--> statement-breakpoint
CREATE INDEX "device_binding_tenant_id_object_type_object_id_index" ON "device_binding" USING btree ("tenant_id","object_type","object_id");--> statement-breakpoint
CREATE INDEX "device_binding_device_id_index" ON "device_binding" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "device_connection_open" ON "device_connection" USING btree ("device_id") WHERE ended is null;--> statement-breakpoint
CREATE INDEX "device_message_device_id_message_id_serial_index" ON "device_message" USING btree ("device_id","message_id","serial");--> statement-breakpoint
CREATE INDEX "device_message_received_index" ON "device_message" USING btree ("received");--> statement-breakpoint
CREATE INDEX "device_photo_tenant_id_device_id_received_index" ON "device_photo" USING btree ("tenant_id","device_id","received");--> statement-breakpoint
CREATE UNIQUE INDEX "device_tenant_id_object_type_object_id_index" ON "device" USING btree ("tenant_id","object_type","object_id") WHERE object_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "device_key" ON "device" USING btree ("key_hash") WHERE key_hash is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sys_user_phone" ON "sys_user" USING btree ("tenant_id","phone") WHERE phone <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "vehicle_tenant_id_plate_number_index" ON "vehicle" USING btree ("tenant_id","plate_number") WHERE removed_time is null;--> statement-breakpoint
CREATE INDEX "vehicle_tenant_id_dept_id_index" ON "vehicle" USING btree ("tenant_id","dept_id");--> statement-breakpoint
CREATE INDEX "violation_event_storm" ON "violation_event" USING btree ("tenant_id","rule_id","storm") WHERE storm is not null;--> statement-breakpoint
CREATE INDEX "violation_event_tenant_id_create_time_id_index" ON "violation_event" USING btree ("tenant_id","create_time","id");--> statement-breakpoint
CREATE INDEX "violation_event_tenant_id_object_type_object_id_create_time_id_index" ON "violation_event" USING btree ("tenant_id","object_type","object_id","create_time","id");--> statement-breakpoint
CREATE INDEX "violation_event_tenant_id_device_id_index" ON "violation_event" USING btree ("tenant_id","device_id") WHERE end_time is null;--> statement-breakpoint
CREATE INDEX "violation_event_pending" ON "violation_event" USING btree ("tenant_id","create_time","id") WHERE alarm_type = -1;