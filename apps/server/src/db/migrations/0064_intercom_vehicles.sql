CREATE TABLE "intercom_vehicle" (
	"tenant_id" integer NOT NULL,
	"group_id" integer NOT NULL,
	"vehicle_id" integer NOT NULL,
	CONSTRAINT "intercom_vehicle_tenant_id_group_id_vehicle_id_pk" PRIMARY KEY("tenant_id","group_id","vehicle_id")
);
--> statement-breakpoint
ALTER TABLE "intercom_speech" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "intercom_group" ADD COLUMN "emergency_id" bigint;--> statement-breakpoint
ALTER TABLE "intercom_speech" ADD COLUMN "vehicle_id" integer;--> statement-breakpoint
ALTER TABLE "intercom_vehicle" ADD CONSTRAINT "intercom_vehicle_tenant_id_group_id_intercom_group_tenant_id_id_fk" FOREIGN KEY ("tenant_id","group_id") REFERENCES "public"."intercom_group"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "intercom_group_emergency" ON "intercom_group" USING btree ("tenant_id","emergency_id");