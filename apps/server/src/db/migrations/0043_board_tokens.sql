CREATE TABLE "board_screen" (
	"tenant_id" integer NOT NULL,
	"token_id" integer NOT NULL,
	"screen" text NOT NULL,
	"address" text NOT NULL,
	"heartbeat_time" timestamp with time zone DEFAULT now() NOT NULL,
	"build" text NOT NULL,
	"data_age" integer NOT NULL,
	CONSTRAINT "board_screen_tenant_id_token_id_screen_pk" PRIMARY KEY("tenant_id","token_id","screen")
);
--> statement-breakpoint
CREATE TABLE "board_token" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "board_token_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"path" text NOT NULL,
	"dept_id" integer,
	"place" text DEFAULT '' NOT NULL,
	"address_range" text DEFAULT '' NOT NULL,
	"hash" text NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"create_by" text NOT NULL,
	"revoked_time" timestamp with time zone,
	CONSTRAINT "board_token_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "board_screen" ADD CONSTRAINT "board_screen_tenant_id_token_id_board_token_tenant_id_id_fk" FOREIGN KEY ("tenant_id","token_id") REFERENCES "public"."board_token"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "board_token_hash" ON "board_token" USING btree ("hash");