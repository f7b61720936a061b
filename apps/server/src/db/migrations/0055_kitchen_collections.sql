ALTER TABLE "reading" ADD COLUMN "facility_id" integer;--> statement-breakpoint
ALTER TABLE "reading" ADD COLUMN "vehicle_id" integer;--> statement-breakpoint
CREATE INDEX "reading_collected" ON "reading" USING btree ("tenant_id","facility_id","time") WHERE facility_id is not null;