CREATE TABLE "sys_dict" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "sys_dict_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"description" text NOT NULL,
	"labels" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"remarks" text DEFAULT '' NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "sys_dict_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "sys_dict_tenantId_type_unique" UNIQUE("tenant_id","type")
);
--> statement-breakpoint
ALTER TABLE "sys_dict_item" ADD COLUMN "remarks" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_dict_item" ADD COLUMN "enabled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_dict_item" ADD COLUMN "create_time" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_dict_item" ADD COLUMN "update_time" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sys_dict_item" ADD COLUMN "update_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- The dictionaries of the items that are there; the start of the product names them.
INSERT INTO "sys_dict" (tenant_id, type, description)
SELECT tenant_id, type, type FROM "sys_dict_item" GROUP BY tenant_id, type ORDER BY tenant_id, min(dict_id);
--> statement-breakpoint
UPDATE "sys_dict_item" i SET dict_id = d.id FROM "sys_dict" d WHERE d.tenant_id = i.tenant_id AND d.type = i.type;
--> statement-breakpoint
ALTER TABLE "sys_dict_item" ADD CONSTRAINT "sys_dict_item_tenant_id_dict_id_sys_dict_tenant_id_id_fk" FOREIGN KEY ("tenant_id","dict_id") REFERENCES "public"."sys_dict"("tenant_id","id") ON DELETE no action ON UPDATE no action;
