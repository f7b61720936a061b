-- guard.sql makes it anew: it tells of new people too.
DROP TRIGGER IF EXISTS "changed" ON "sys_user";
