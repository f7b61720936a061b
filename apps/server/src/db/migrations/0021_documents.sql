CREATE TABLE "asset_document" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "asset_document_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"object_type" text NOT NULL,
	"object_id" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"files" text[] NOT NULL,
	"expires" date,
	"reminded" smallint DEFAULT 0 NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "asset_document_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE INDEX "asset_document_tenant_id_object_type_object_id_index" ON "asset_document" USING btree ("tenant_id","object_type","object_id");--> statement-breakpoint
CREATE INDEX "asset_document_files" ON "asset_document" USING gin ("files");--> statement-breakpoint
CREATE INDEX "asset_document_due" ON "asset_document" USING btree ("expires") WHERE expires is not null and reminded < 3;