CREATE TABLE "board_version" (
	"tenant_id" integer NOT NULL,
	"board_id" integer NOT NULL,
	"version" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"create_by" text NOT NULL,
	CONSTRAINT "board_version_tenant_id_board_id_version_pk" PRIMARY KEY("tenant_id","board_id","version")
);
--> statement-breakpoint
CREATE TABLE "own_board" (
	"tenant_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "own_board_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"draft" jsonb NOT NULL,
	"published" integer,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL,
	"create_by" text NOT NULL,
	"update_time" timestamp with time zone DEFAULT now() NOT NULL,
	"update_by" text DEFAULT '' NOT NULL,
	CONSTRAINT "own_board_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "board_version" ADD CONSTRAINT "board_version_tenant_id_board_id_own_board_tenant_id_id_fk" FOREIGN KEY ("tenant_id","board_id") REFERENCES "public"."own_board"("tenant_id","id") ON DELETE cascade ON UPDATE no action;