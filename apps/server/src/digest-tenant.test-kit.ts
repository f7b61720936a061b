import type { OwnedDatabase } from './db/owned.ts'

/** Tables that hold rows of a tenant. */
const tables = `
  sys_dept vehicle device area area_vehicle monitoring_rule shift calendar_day violation_event
  violation_process evidence_view apply_for_record apply_for_history wc_report_to_clean wc_report_to_clean_process
  job_task_plan job_task_plan_facility job_task_record inspect_event inspect_event_history msg_push
  event_claim event_viewer facility wc_complaint wc_complaint_process wc_complaint_identity_view
  sys_user sys_role sys_user_role sys_role_menu sys_menu sys_log sys_log_login sys_file export_job
  attendance_day attendance_month attendance_touch attendance_clock abnormal_attendance_adjustment abnormal_attendance_adjustment_process
  report_form report_row report_schedule recording_schedule iot_box box_calibration asset_document work_plan work_basis work_task work_touch
  project project_department project_area unit_info sys_social_details sys_user_social sys_token sys_token_lock
`
  .trim()
  .split(/\s+/)

/** All rows of a tenant as one hash. */
export async function digestTenant(db: Pick<OwnedDatabase, 'owner'>, tenantId: number) {
  const parts = await Promise.all(
    tables.map((table) =>
      db.owner.query(
        `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${table} t where tenant_id = $1`,
        [tenantId],
      ),
    ),
  )
  return parts.map(({ rows }) => rows[0].sum).join()
}
