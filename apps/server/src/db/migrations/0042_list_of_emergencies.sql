ALTER TABLE "emergency" ADD COLUMN "waiting_since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "emergency" ADD COLUMN "closed_by" integer;--> statement-breakpoint
CREATE INDEX "emergency_tenant_id_time_id_index" ON "emergency" USING btree ("tenant_id","time","id");--> statement-breakpoint
UPDATE "emergency" e SET "waiting_since" = coalesce((SELECT min(s."create_time") FROM "emergency_step" s
  WHERE s."tenant_id" = e."tenant_id" AND s."emergency_id" = e."id"), e."time");
