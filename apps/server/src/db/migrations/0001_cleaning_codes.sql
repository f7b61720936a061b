CREATE TABLE "cleaning_code_counter" (
	"tenant_id" integer NOT NULL,
	"day" date NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "cleaning_code_counter_tenant_id_day_pk" PRIMARY KEY("tenant_id","day")
);
--> statement-breakpoint
-- Codes are BJ, the day and a number of at least four digits.
INSERT INTO "cleaning_code_counter" (tenant_id, day, last)
SELECT tenant_id, to_date(substr(code, 3, 8), 'YYYYMMDD'), max(substr(code, 11)::int)
FROM "wc_report_to_clean" WHERE code ~ '^BJ20[0-9]{6}[0-9]{4,}$' GROUP BY 1, 2;
