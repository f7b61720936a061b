CREATE TABLE "evidence_view" (
	"tenant_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "evidence_view_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer NOT NULL,
	"user_name" text NOT NULL,
	"file_name" text,
	"violation_id" bigint,
	CONSTRAINT "evidence_view_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE INDEX "evidence_view_file" ON "evidence_view" USING btree ("tenant_id","file_name","id") WHERE file_name is not null;--> statement-breakpoint
CREATE INDEX "evidence_view_case" ON "evidence_view" USING btree ("tenant_id","violation_id","id") WHERE violation_id is not null;