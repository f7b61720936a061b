CREATE TABLE "wc_complaint_photo" (
	"tenant_id" integer NOT NULL,
	"file_name" text NOT NULL,
	"facility_id" integer NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wc_complaint_photo_tenant_id_file_name_pk" PRIMARY KEY("tenant_id","file_name")
);
--> statement-breakpoint
ALTER TABLE "wc_complaint" ADD COLUMN "request_key" text;--> statement-breakpoint
CREATE INDEX "wc_complaint_photo_create_time_index" ON "wc_complaint_photo" USING btree ("create_time");--> statement-breakpoint
ALTER TABLE "wc_complaint" ADD CONSTRAINT "wc_complaint_tenantId_facilityId_requestKey_unique" UNIQUE("tenant_id","facility_id","request_key");