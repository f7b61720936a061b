CREATE TABLE "video_digest" (
	"tenant_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"digest" text NOT NULL,
	"made_from" text NOT NULL,
	CONSTRAINT "video_digest_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "video_digest" ADD CONSTRAINT "video_digest_tenant_id_user_id_sys_user_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."sys_user"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;