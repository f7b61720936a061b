ALTER TABLE "violation_event" ADD COLUMN "measure" text;--> statement-breakpoint
UPDATE "violation_event" e SET "measure" = CASE r.condition->>'kind'
  WHEN 'speeding' THEN 'speed' WHEN 'lowBattery' THEN 'battery' WHEN 'reading' THEN r.condition->>'metric' WHEN 'overflow' THEN 'fill' ELSE 'peopleIn' END
FROM "monitoring_rule" r
WHERE r.tenant_id = e.tenant_id AND r.id = e.rule_id AND r.condition->>'kind' IN ('speeding', 'lowBattery', 'reading', 'overflow', 'flow');
