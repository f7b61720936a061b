-- Violations keep codes instead of sentences and names in zh-CN: the actions by ExecutedAction of the contract, the type of the object by its value
-- in the dictionary. A new type of a column rewrites the table once and fires no triggers.
CREATE FUNCTION object_type_value(tenant int, object_type text, name text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT value FROM sys_dict_item i
    WHERE i.tenant_id = tenant AND i.label = name
      AND i.type = CASE object_type WHEN '0' THEN 'person_type' WHEN '1' THEN 'vehicle_type' ELSE 'facility_type' END
    ORDER BY id LIMIT 1
  ), name)
$$;
--> statement-breakpoint
ALTER TABLE "violation_event" RENAME COLUMN "object_type_name" TO "object_type_value";
--> statement-breakpoint
ALTER TABLE "violation_event"
  ALTER COLUMN "object_type_value" TYPE text USING object_type_value(tenant_id, object_type, object_type_value),
  ALTER COLUMN "execute_action" TYPE text USING CASE execute_action
    WHEN '记录' THEN 'recorded'
    WHEN '语音提醒' THEN 'readAloud'
    WHEN '记录、语音播报' THEN 'recordedAndReadAloud'
    WHEN '记录、短信' THEN 'recordedAndTexted'
    WHEN '记录、语音播报、短信' THEN 'recordedReadAloudAndTexted'
    ELSE execute_action
  END;
--> statement-breakpoint
DROP FUNCTION object_type_value;
--> statement-breakpoint
-- The operation log names calls by method and path instead of the titles that version 0.1.0 had. A method and a title were one call but for 新增报洁,
-- whose two calls have no parameters in their addresses.
UPDATE "sys_log" l SET title = call
FROM (VALUES
  ('申请', 'POST /admin/applyForRecord'),
  ('审批', 'PUT /admin/applyForHistoryRecord'),
  ('撤销申请', 'PUT /admin/applyForRecord/revoke'),
  ('新增围栏', 'POST /admin/area'),
  ('修改围栏', 'PUT /admin/area'),
  ('删除围栏', 'DELETE /admin/area/:id'),
  ('取消日历日', 'DELETE /admin/calendarDay/:day'),
  ('设置日历日', 'PUT /admin/calendarDay'),
  ('新增垃圾桶', 'POST /admin/garbageCan'),
  ('修改垃圾桶', 'PUT /admin/garbageCan'),
  ('删除垃圾桶', 'DELETE /admin/garbageCan/:id'),
  ('新增报洁', 'POST /admin/wcReportToClean'),
  ('派单', 'POST /admin/wcReportToClean/assignTask'),
  ('评价报洁', 'POST /admin/wcReportToClean/evaluateTask'),
  ('办结报洁', 'POST /admin/wcReportToClean/overTask'),
  ('新增报洁', 'POST /admin/wcReportToClean/insertWcReportToClean'),
  ('批量新增报洁', 'POST /admin/wcReportToClean/insertWcReportToCleanList'),
  ('处理报洁', 'POST /admin/wcReportToClean/processingTask'),
  ('删除报洁', 'DELETE /admin/wcReportToClean/:id'),
  ('回复公众事件', 'PUT /admin/wcComplaint'),
  ('公众上报', 'POST /open/wcComplaint'),
  ('公众上传照片', 'POST /open/wcComplaint/upload/:facilityCode'),
  ('查看个人信息', 'POST /admin/wcComplaint/identity'),
  ('新增部门', 'POST /admin/dept'),
  ('修改部门', 'PUT /admin/dept'),
  ('删除部门', 'DELETE /admin/dept/:id'),
  ('部门排序', 'PUT /admin/dept/sort'),
  ('取消导出', 'PUT /admin/export/cancel'),
  ('删除导出任务', 'DELETE /admin/export/:id'),
  ('继续导出', 'PUT /admin/export/resume'),
  ('导出列表', 'POST /admin/export'),
  ('新增设施', 'POST /admin/facility'),
  ('修改设施', 'PUT /admin/facility'),
  ('删除设施', 'DELETE /admin/facility/:id'),
  ('删除文件', 'DELETE /admin/sys-file/:id'),
  ('上传文件', 'POST /admin/sys-file/upload'),
  ('导入用户', 'POST /admin/user/import'),
  ('删除巡查事件', 'DELETE /admin/inspectEvent/:id'),
  ('上报巡查事件', 'POST /admin/inspectEvent'),
  ('处理巡查事件', 'PUT /admin/inspectEvent'),
  ('锁屏', 'PUT /admin/session/lock'),
  ('解锁', 'PUT /admin/session/unlock'),
  ('删除日志', 'DELETE /admin/log/:id'),
  ('上传错误日志', 'POST /admin/log/logs'),
  ('新增菜单', 'POST /admin/menu'),
  ('修改菜单', 'PUT /admin/menu'),
  ('删除菜单', 'DELETE /admin/menu/:id'),
  ('菜单排序', 'PUT /admin/menu/sort'),
  ('消息已读', 'PUT /admin/msgPush/updateRead'),
  ('新增任务计划', 'POST /admin/jobTaskPlan'),
  ('修改任务计划', 'PUT /admin/jobTaskPlan'),
  ('完成任务', 'PUT /admin/jobTaskRecord'),
  ('删除任务计划', 'DELETE /admin/jobTaskPlan/:id'),
  ('保存界面设置', 'PUT /admin/user/preferences'),
  ('认领事件', 'PUT /admin/msgPush/claim'),
  ('修改密码', 'POST /admin/user/editPwd'),
  ('修改个人信息', 'PUT /admin/user/edit'),
  ('生成设备密钥', 'POST /admin/device/:id/key'),
  ('上报传感器读数', 'POST /open/device/readings'),
  ('新增角色', 'POST /admin/role'),
  ('修改角色', 'PUT /admin/role'),
  ('删除角色', 'DELETE /admin/role/:id'),
  ('分配角色权限', 'PUT /admin/role/menu'),
  ('新增设施监控规则', 'POST /admin/sysfacilitymonitoringrule'),
  ('新增人员监控规则', 'POST /admin/sysusermonitoringrule'),
  ('新增车辆监控规则', 'POST /admin/vehicleMonitoringRule'),
  ('修改设施监控规则', 'PUT /admin/sysfacilitymonitoringrule'),
  ('修改人员监控规则', 'PUT /admin/sysusermonitoringrule'),
  ('修改车辆监控规则', 'PUT /admin/vehicleMonitoringRule'),
  ('删除设施监控规则', 'DELETE /admin/sysfacilitymonitoringrule/:id'),
  ('删除人员监控规则', 'DELETE /admin/sysusermonitoringrule/:id'),
  ('删除车辆监控规则', 'DELETE /admin/vehicleMonitoringRule/:id'),
  ('校验令牌', 'POST /auth/oauth/check_token'),
  ('登录', 'POST /auth/oauth/token'),
  ('社交账号登录', 'POST /auth/mobile/token/social'),
  ('退出', 'DELETE /auth/token/logout'),
  ('新增班次', 'POST /admin/shift'),
  ('修改班次', 'PUT /admin/shift'),
  ('删除班次', 'DELETE /admin/shift/:id'),
  ('手机号登录', 'POST /auth/mobile/token/sms'),
  ('新增社交登录', 'POST /admin/social'),
  ('绑定社交账号', 'POST /admin/social/bind'),
  ('修改社交登录', 'PUT /admin/social'),
  ('删除社交登录', 'DELETE /admin/social/:id'),
  ('解绑社交账号', 'DELETE /admin/social/bindings/:type'),
  ('新增终端', 'POST /admin/device'),
  ('绑定终端', 'PUT /admin/device'),
  ('点名', 'POST /admin/device/:id/locate'),
  ('查询终端属性', 'POST /admin/device/:id/attributes/query'),
  ('查询终端参数', 'POST /admin/device/:id/parameters/query'),
  ('删除终端', 'DELETE /admin/device/:id'),
  ('下发文本', 'POST /admin/device/:id/text'),
  ('设置终端参数', 'PUT /admin/device/:id/parameters'),
  ('终端拍照', 'POST /admin/device/:id/photo'),
  ('强制下线', 'DELETE /admin/token/:token'),
  ('申请临时令牌', 'POST /admin/token/temporary'),
  ('登记临时令牌', 'POST /open/api/v1/secret/auth/token/register'),
  ('新增单位信息', 'POST /admin/unitInfo/addUnitInfo'),
  ('设置单位图片', 'POST /admin/unitInfo/bindUnitInfo'),
  ('修改单位信息', 'POST /admin/unitInfo/modifyUnitInfo'),
  ('上传单位图片', 'POST /admin/unitInfo/upload'),
  ('新增用户', 'POST /admin/user'),
  ('修改用户', 'PUT /admin/user'),
  ('删除用户', 'DELETE /admin/user/:id'),
  ('新增车辆', 'POST /admin/vehicle'),
  ('修改车辆', 'PUT /admin/vehicle'),
  ('删除车辆', 'DELETE /admin/vehicle/:id'),
  ('处理违章', 'PUT /admin/violationEvent'),
  ('批量处理违章', 'POST /admin/violationEvent/updateViolationEventByAlarmType')
) AS calls (earlier, call)
WHERE title = earlier AND method = split_part(call, ' ', 1) AND (title <> '新增报洁' OR call = method || ' ' || request_uri);
