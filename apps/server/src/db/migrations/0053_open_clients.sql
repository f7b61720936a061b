CREATE TABLE "open_client" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "open_client_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"client_id" text NOT NULL,
	"secret" text NOT NULL,
	"name" text NOT NULL,
	"owner_id" integer NOT NULL,
	"permissions" text[] NOT NULL,
	"dept_id" integer,
	"address_range" text DEFAULT '' NOT NULL,
	"rate" integer NOT NULL,
	"expires" date,
	"accepts_md5" boolean DEFAULT false NOT NULL,
	"is_stopped" boolean DEFAULT false NOT NULL,
	"last_time" timestamp with time zone,
	"last_address" text DEFAULT '' NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "open_client_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "open_call" (
	"tenant_id" integer NOT NULL,
	"client_id" integer NOT NULL,
	"once" text NOT NULL,
	"time" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "open_call_tenant_id_client_id_once_pk" PRIMARY KEY("tenant_id","client_id","once")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "open_client_client_id" ON "open_client" USING btree ("client_id");