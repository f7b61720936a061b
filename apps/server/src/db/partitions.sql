-- migrate.ts applies this file when its content has changed. Every statement replaces what an earlier version of the file made.
-- Jobs and the recorder own no table. These two functions run with the rights of the owner and are all they may change about tables.

-- The column that partitions a table: `time` by day, `create_time` by month; null for a table without such partitions.
CREATE OR REPLACE FUNCTION partition_column(parent text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN parent IN ('position', 'reading', 'device_connection') THEN 'time'
    WHEN parent IN ('violation_event', 'msg_push', 'sys_log', 'sys_log_login') THEN 'create_time'
  END
$$;

-- Creates the partition of `parent` for the day or month of `at`, a day in Asia/Shanghai, unless it exists, and moves its rows there from the
-- default partition.
CREATE OR REPLACE FUNCTION ensure_partition(parent text, at date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  time_column constant text := partition_column(parent);
  is_daily constant boolean := time_column = 'time';
  first_day constant date := CASE WHEN is_daily THEN at ELSE date_trunc('month', at)::date END;
  next_day constant date := first_day + CASE WHEN is_daily THEN interval '1 day' ELSE interval '1 month' END;
  leaf constant text := parent || '_' || to_char(first_day, CASE WHEN is_daily THEN 'YYYYMMDD' ELSE 'YYYYMM' END);
  started constant text := to_char(first_day, 'YYYY-MM-DD') || ' 00:00:00+08';
  ended constant text := to_char(next_day, 'YYYY-MM-DD') || ' 00:00:00+08';
BEGIN
  IF time_column IS NULL THEN
    RAISE EXCEPTION '% has no partitions', parent;
  END IF;
  IF to_regclass(leaf) IS NOT NULL THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', leaf, parent);
  EXECUTE format('WITH moved AS (DELETE FROM %1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *) INSERT INTO %5$I SELECT * FROM moved',
    parent || '_default', time_column, started, ended, leaf);
  -- The recorder copies into a day of positions, which PostgreSQL allows nobody who is bound by row-level security.
  IF parent = 'position' THEN
    EXECUTE format('GRANT INSERT ON %I TO huanwei_system', leaf);
  ELSE
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', leaf);
  END IF;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, leaf, started, ended);
END $$;

-- Drops the partitions of `parent` that end before `oldest`, a day in Asia/Shanghai, begins. Rows of devices that came too late or from a wrong
-- clock have no partition of their own; those received before that day go too.
CREATE OR REPLACE FUNCTION drop_partitions(parent text, oldest date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  time_column constant text := partition_column(parent);
  first_kept constant text := parent || '_' || to_char(oldest, CASE WHEN time_column = 'time' THEN 'YYYYMMDD' ELSE 'YYYYMM' END);
  leaf text;
BEGIN
  IF time_column IS NULL THEN
    RAISE EXCEPTION '% has no partitions', parent;
  END IF;
  -- Dropping runs no trigger: the lists are told here.
  IF time_column = 'create_time' THEN
    EXECUTE format('INSERT INTO list_change (tenant_id, list, block) SELECT DISTINCT tenant_id, %1$L, (id >> 11)::int FROM %1$I WHERE create_time < %2$L',
      parent, to_char(date_trunc('month', oldest), 'YYYY-MM-DD') || ' 00:00:00+08');
  ELSIF parent = 'device_connection' THEN
    INSERT INTO list_change (tenant_id, list, block)
    SELECT DISTINCT tenant_id, 'device_connection', (time AT TIME ZONE 'Asia/Shanghai')::date - date '1970-01-01' FROM device_connection
    WHERE time < (oldest::timestamp AT TIME ZONE 'Asia/Shanghai');
  END IF;
  FOR leaf IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = to_regclass(parent) AND c.relname ~ '_[0-9]+$' AND c.relname < first_kept
  LOOP
    EXECUTE format('DROP TABLE %I', leaf);
  END LOOP;
  IF parent IN ('position', 'reading') THEN
    EXECUTE format('DELETE FROM %I WHERE received < %L', parent || '_default', to_char(oldest, 'YYYY-MM-DD') || ' 00:00:00+08');
  END IF;
END $$;

REVOKE EXECUTE ON FUNCTION ensure_partition(text, date), drop_partitions(text, date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ensure_partition(text, date), drop_partitions(text, date) TO huanwei_system;
