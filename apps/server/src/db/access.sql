-- migrate.ts applies this file when its content has changed. Every statement replaces what an earlier version of the file made.
-- The one place that says what users may do and which departments they see. TypeScript, messages and the rule engine ask these functions.
-- They run with the rights of their caller: row-level security holds inside them. Source: spec 3, section 6.

-- The departments `roots` and every department below them.
CREATE OR REPLACE FUNCTION departments_below(tenant int, roots int[]) RETURNS SETOF int LANGUAGE sql STABLE AS $$
  WITH RECURSIVE below AS (
    SELECT dept_id FROM sys_dept WHERE tenant_id = tenant AND dept_id = ANY (roots)
    UNION
    SELECT d.dept_id FROM below b JOIN sys_dept d ON d.tenant_id = tenant AND d.parent_id = b.dept_id
  ) SELECT dept_id FROM below
$$;

-- The permissions of users, by their roles. A permission that two roles give comes twice.
CREATE OR REPLACE FUNCTION user_permissions(tenant int) RETURNS TABLE (user_id int, permission text) LANGUAGE sql STABLE AS $$
  SELECT ur.user_id, m.permission
  FROM sys_user_role ur
  JOIN sys_role_menu rm ON rm.tenant_id = ur.tenant_id AND rm.role_id = ur.role_id
  JOIN sys_menu m ON m.tenant_id = rm.tenant_id AND m.menu_id = rm.menu_id
  WHERE ur.tenant_id = tenant AND m.permission <> ''
$$;

CREATE OR REPLACE AGGREGATE array_concat (int[]) (SFUNC = array_cat, STYPE = int[]);

-- The data scope of each user who is not locked and has a role, or of those of them who hold the permission `holding`: the whole tenant where
-- `sees_all`, else the departments `roots`, with all below them where `reaches_below`. Of a user's roles the widest kind of scope counts, the
-- lowest `ds_type`: 0 the whole tenant, 1 the departments that such roles have chosen, 2 the user's own department and all below it, 3 the own
-- department alone.
CREATE OR REPLACE FUNCTION user_scopes(tenant int, holding text)
RETURNS TABLE (user_id int, sees_all boolean, roots int[], reaches_below boolean)
LANGUAGE sql STABLE AS $$
  SELECT u.user_id,
    min(r.ds_type) = 0,
    CASE min(r.ds_type) WHEN 1 THEN array_concat(r.ds_scope) FILTER (WHERE r.ds_type = 1) ELSE ARRAY[u.dept_id] END,
    min(r.ds_type) = 2
  FROM sys_user u
  JOIN sys_user_role ur ON ur.tenant_id = u.tenant_id AND ur.user_id = u.user_id
  JOIN sys_role r ON r.tenant_id = ur.tenant_id AND r.role_id = ur.role_id
  WHERE u.tenant_id = tenant AND u.lock_flag = '0'
    AND (holding IS NULL OR u.user_id IN (SELECT p.user_id FROM user_permissions(tenant) p WHERE p.permission = holding))
  GROUP BY u.user_id, u.dept_id
$$;

-- The departments that one user sees: null for all of the tenant, empty for a user who is locked, unknown or without a role.
CREATE OR REPLACE FUNCTION user_departments(tenant int, viewer int) RETURNS int[] LANGUAGE sql STABLE AS $$
  WITH scope AS MATERIALIZED (SELECT s.* FROM user_scopes(tenant, NULL) s WHERE s.user_id = viewer)
  SELECT CASE WHEN NOT EXISTS (SELECT FROM scope WHERE sees_all) THEN ARRAY(
    SELECT unnest(roots) FROM scope WHERE NOT reaches_below
    UNION
    SELECT departments_below(tenant, roots) FROM scope WHERE reaches_below
    ORDER BY 1
  ) END
$$;

-- For each of the departments the users who hold the permission `wanted`, are not locked and have the department in their scope.
CREATE OR REPLACE FUNCTION users_covering(tenant int, wanted text, departments int[]) RETURNS TABLE (dept_id int, user_id int)
LANGUAGE sql STABLE AS $$
  WITH RECURSIVE step AS (
    SELECT leaf, leaf AS at FROM unnest(departments) AS leaf
    UNION
    SELECT s.leaf, d.parent_id FROM step s JOIN sys_dept d ON d.tenant_id = tenant AND d.dept_id = s.at
  ), place AS MATERIALIZED (
    SELECT leaf, array_agg(at) AS self_and_above FROM step GROUP BY leaf
  )
  SELECT place.leaf, s.user_id FROM place
  JOIN user_scopes(tenant, wanted) s
    ON s.sees_all OR s.roots && CASE WHEN s.reaches_below THEN place.self_and_above ELSE ARRAY[place.leaf] END
$$;
