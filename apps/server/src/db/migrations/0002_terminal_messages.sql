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
ALTER TABLE "device" ADD COLUMN "terminal_id" text;--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "first_bound" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "device_message_device_id_message_id_serial_index" ON "device_message" USING btree ("device_id","message_id","serial");--> statement-breakpoint
CREATE INDEX "device_message_received_index" ON "device_message" USING btree ("received");