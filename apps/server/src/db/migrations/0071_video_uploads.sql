CREATE TABLE "video_upload_file" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "video_upload_file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"upload_id" integer NOT NULL,
	"vehicle_id" integer NOT NULL,
	"original" text NOT NULL,
	"file_name" text NOT NULL,
	"file_size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"received" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "video_upload_file_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "video_upload_file_fileName_unique" UNIQUE("file_name")
);
--> statement-breakpoint
CREATE TABLE "video_upload" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "video_upload_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"vehicle_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"channel" smallint NOT NULL,
	"start_time" timestamp with time zone NOT NULL,
	"end_time" timestamp with time zone NOT NULL,
	"networks" smallint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"failure" text,
	"ftp_user" text NOT NULL,
	"ftp_password" text NOT NULL,
	"serial" bigint,
	"tries" smallint DEFAULT 0 NOT NULL,
	"next_time" timestamp with time zone DEFAULT now() NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"expected" bigint DEFAULT 0 NOT NULL,
	"user_id" integer NOT NULL,
	"create_by" text NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "video_upload_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "video_upload_ftpUser_unique" UNIQUE("ftp_user")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "video_upload_file_tenant_id_upload_id_original_index" ON "video_upload_file" USING btree ("tenant_id","upload_id","original");--> statement-breakpoint
CREATE INDEX "video_upload_file_tenant_id_received_index" ON "video_upload_file" USING btree ("tenant_id","received");--> statement-breakpoint
CREATE INDEX "video_upload_tenant_id_vehicle_id_create_time_id_index" ON "video_upload" USING btree ("tenant_id","vehicle_id","create_time","id");--> statement-breakpoint
CREATE INDEX "video_upload_tenant_id_create_time_id_index" ON "video_upload" USING btree ("tenant_id","create_time","id");--> statement-breakpoint
CREATE INDEX "video_upload_open" ON "video_upload" USING btree ("next_time") WHERE state in ('waiting', 'asked', 'uploading', 'paused');