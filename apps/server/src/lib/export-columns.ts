import type { Approval } from '@huanwei/contract/approvals/endpoints'
import { CleaningStatus, CleaningType } from '@huanwei/contract/cleaning/codes'
import type { CleaningReport } from '@huanwei/contract/cleaning/endpoints'
import { ComplaintStatus, ComplaintType } from '@huanwei/contract/complaints/codes'
import type { Complaint } from '@huanwei/contract/complaints/endpoints'
import type { FileRow } from '@huanwei/contract/files/endpoints'
import type { FixRow } from '@huanwei/contract/history/endpoints'
import type { Inspection } from '@huanwei/contract/inspections/endpoints'
import { LoginOperation, LoginStatus, LogType } from '@huanwei/contract/logs/codes'
import type { Log, LoginLog } from '@huanwei/contract/logs/endpoints'
import { sayOperation } from '@huanwei/contract/operations'
import { DataScope } from '@huanwei/contract/roles/codes'
import type { Role } from '@huanwei/contract/roles/endpoints'
import type { SocialProvider } from '@huanwei/contract/social/endpoints'
import type { Device } from '@huanwei/contract/terminals/endpoints'
import type { LogIn } from '@huanwei/contract/tokens/endpoints'
import type { User } from '@huanwei/contract/users/endpoints'
import { AlarmType } from '@huanwei/contract/violations/codes'
import type { Violation } from '@huanwei/contract/violations/endpoints'
import { choice, figure, moment, text } from './export-lists.ts'
import type { Words } from './words.ts'

const leaveWords: Readonly<Record<string, Words>> = {
  0: ['休息', '休息', 'Rest'],
  1: ['上班', '上班', 'Work'],
  2: ['待定', '待定', 'Undetermined'],
  3: ['事假', '事假', 'Personal leave'],
  4: ['调休', '補休', 'Time off in lieu'],
  5: ['病假', '病假', 'Sick leave'],
  6: ['年假', '年假', 'Annual leave'],
  7: ['婚假', '婚假', 'Marriage leave'],
  8: ['产假', '產假', 'Maternity leave'],
  9: ['陪产假', '陪產假', 'Paternity leave'],
  10: ['丧假', '喪假', 'Bereavement leave'],
  11: ['其他', '其他', 'Other'],
  12: ['工伤', '工傷', 'Work injury'],
}

export const violationColumns = [
  text<Violation>(['监控对象', '監控對象', 'Object'], (row) => row.objectName),
  text<Violation>(['对象类型', '對象類型', 'Type'], (row) => row.objectTypeName),
  text<Violation>(['所属部门', '所屬部門', 'Department'], (row) => row.deptName),
  text<Violation>(['违章事件', '違章事件', 'Violation'], (row) => row.violationEvent),
  choice<Violation>(
    ['级别', '級別', 'Severity'],
    { alarm: ['报警', '報警', 'Alarm'], warning: ['预警', '預警', 'Warning'] },
    (row) => row.severity,
  ),
  text<Violation>(['位置', '位置', 'Position'], (row) => row.position, 40),
  figure<Violation>(['经度', '經度', 'Longitude'], (row) => row.lng),
  figure<Violation>(['纬度', '緯度', 'Latitude'], (row) => row.lat),
  moment<Violation>(['产生时间', '產生時間', 'Time'], (row) => row.createTime),
  moment<Violation>(['结束时间', '結束時間', 'End'], (row) => row.endTime),
  figure<Violation>(['持续时长（秒）', '持續時長（秒）', 'Duration (s)'], (row) => row.duration, 16),
  text<Violation>(['执行动作', '執行動作', 'Action taken'], (row) => row.executeAction),
  choice<Violation>(
    ['处理状态', '處理狀態', 'Status'],
    {
      [AlarmType.pending]: ['待处理', '待處理', 'Pending'],
      [AlarmType.real]: ['真实违章', '真實違章', 'Real violation'],
      [AlarmType.falseSystem]: ['系统误报', '系統誤報', 'System false alarm'],
      [AlarmType.falseDispatch]: ['临时调度误报', '臨時調度誤報', 'Temporary dispatch false alarm'],
      [AlarmType.revoked]: ['已撤销', '已撤銷', 'Revoked'],
    },
    (row) => row.alarmType,
  ),
]

export const inspectionColumns = [
  text<Inspection>(['巡查员', '巡查員', 'Reported by'], (row) => row.reportPersonName),
  text<Inspection>(['责任人', '責任人', 'Responsible'], (row) => row.responsibleName),
  text<Inspection>(['部门', '部門', 'Department'], (row) => row.deptName),
  text<Inspection>(['业务类型', '業務類型', 'Business'], (row) => row.businessTypeName),
  text<Inspection>(['事件内容', '事件內容', 'Content'], (row) => row.eventContent, 40),
  text<Inspection>(['考核标准', '考核標準', 'Standard'], (row) => row.assessmentStandardName, 24),
  figure<Inspection>(['扣分', '扣分', 'Score'], (row) => row.score),
  text<Inspection>(['位置', '位置', 'Position'], (row) => row.position, 40),
  moment<Inspection>(['上报时间', '上報時間', 'Reported at'], (row) => row.createTime),
  figure<Inspection>(['处理时限（小时）', '處理時限（小時）', 'Limit (h)'], (row) => row.disposeTimeLimit, 16),
  figure<Inspection>(['处理用时（分钟）', '處理用時（分鐘）', 'Used (min)'], (row) => row.disposeTime, 16),
  choice<Inspection>(
    ['状态', '狀態', 'Status'],
    {
      1: ['待反馈', '待回饋', 'Waiting for feedback'],
      2: ['已反馈', '已回饋', 'Fed back'],
      3: ['已闭环', '已結案', 'Closed'],
      returned: ['已退回', '已退回', 'Returned'],
    },
    (row) => (row.status === 1 && row.ifReturn ? 'returned' : row.status),
  ),
]

export const logColumns = [
  moment<Log>(['时间', '時間', 'Time'], (row) => row.createTime),
  choice<Log>(
    ['类型', '類型', 'Type'],
    { [LogType.operation]: ['操作日志', '操作日誌', 'Operation'], [LogType.error]: ['错误日志', '錯誤日誌', 'Error'] },
    (row) => row.type,
  ),
  text<Log>(['操作', '操作', 'Operation'], (row, language) => sayOperation(language, row.title), 24),
  text<Log>(['操作人', '操作人', 'Person'], (row) => row.createBy),
  text<Log>(['操作地址', '操作位址', 'From'], (row) => row.remoteAddr),
  text<Log>(['请求', '請求', 'Request'], (row) => `${row.method} ${row.requestUri}`.trim(), 40),
  text<Log>(['参数', '參數', 'Parameters'], (row) => row.params, 40),
  figure<Log>(['耗时（毫秒）', '耗時（毫秒）', 'Took (ms)'], (row) => row.time),
  text<Log>(['失败原因', '失敗原因', 'Why it failed'], (row) => row.exception, 40),
  text<Log>(['浏览器', '瀏覽器', 'Browser'], (row) => row.userAgent, 40),
]

export const loginColumns = [
  moment<LoginLog>(['时间', '時間', 'Time'], (row) => row.createTime),
  text<LoginLog>(['用户名', '使用者名稱', 'User name'], (row) => row.username),
  choice<LoginLog>(
    ['操作', '操作', 'Operation'],
    { [LoginOperation.login]: ['登录', '登入', 'Log-in'], [LoginOperation.logout]: ['退出', '登出', 'Log-out'] },
    (row) => row.operation,
  ),
  choice<LoginLog>(
    ['结果', '結果', 'Result'],
    {
      [LoginStatus.failed]: ['失败', '失敗', 'Failed'],
      [LoginStatus.succeeded]: ['成功', '成功', 'Succeeded'],
      [LoginStatus.locked]: ['账号已锁定', '帳號已鎖定', 'Locked'],
    },
    (row) => row.status,
  ),
  choice<LoginLog>(
    ['登录方式', '登入方式', 'By'],
    {
      password: ['用户名密码', '使用者名稱密碼', 'User name and password'],
      sms: ['短信验证码', '簡訊驗證碼', 'SMS code'],
      social: ['第三方账号', '第三方帳號', 'Outside account'],
      refresh_token: ['续期', '續期', 'Renewal'],
    },
    (row) => row.grantType,
  ),
  text<LoginLog>(['操作地址', '操作位址', 'From'], (row) => row.remoteAddr),
  text<LoginLog>(['浏览器', '瀏覽器', 'Browser'], (row) => row.userAgent, 40),
]

export const userColumns = [
  text<User>(['用户名', '使用者名稱', 'User name'], (row) => row.username),
  text<User>(['姓名', '姓名', 'Name'], (row) => row.name),
  choice<User>(
    ['性别', '性別', 'Gender'],
    { 0: ['男', '男', 'Male'], 1: ['女', '女', 'Female'], 2: ['未填', '未填', 'Not said'] },
    (row) => row.gender,
  ),
  text<User>(['手机号码', '手機號碼', 'Mobile number'], (row) => row.phone),
  text<User>(['部门', '部門', 'Department'], (row) => row.deptName),
  text<User>(['角色', '角色', 'Roles'], (row) => row.roleList.map(({ roleName }) => roleName).join(', '), 24),
  choice<User>(['状态', '狀態', 'State'], { 0: ['正常', '正常', 'Open'], 9: ['锁定', '鎖定', 'Locked'] }, (row) => row.lockFlag),
  moment<User>(['创建时间', '建立時間', 'Created at'], (row) => row.createTime),
]

export const fixColumns = [
  moment<FixRow>(['定位时间', '定位時間', 'Time'], (row) => row.time),
  figure<FixRow>(['经度', '經度', 'Longitude'], (row) => row.lng),
  figure<FixRow>(['纬度', '緯度', 'Latitude'], (row) => row.lat),
  figure<FixRow>(['速度（km/h）', '速度（km/h）', 'Speed (km/h)'], (row) => row.speed, 14),
  figure<FixRow>(['方向（度）', '方向（度）', 'Direction (°)'], (row) => row.direction, 14),
  figure<FixRow>(['海拔（米）', '海拔（公尺）', 'Altitude (m)'], (row) => row.altitude, 14),
  figure<FixRow>(['里程（km）', '里程（km）', 'Mileage (km)'], (row) => row.mileage, 14),
  choice<FixRow>(['ACC', 'ACC', 'Ignition'], { 0: ['关', '關', 'Off'], 1: ['开', '開', 'On'] }, (row) => row.status & 1),
]

export const fileColumns = [
  text<FileRow>(['名称', '名稱', 'Name'], (row) => row.original, 32),
  text<FileRow>(['类型', '類型', 'Type'], (row) => row.type),
  figure<FileRow>(['大小（字节）', '大小（位元組）', 'Size (bytes)'], (row) => row.fileSize, 14),
  text<FileRow>(['上传人', '上傳人', 'Uploaded by'], (row) => row.createUser),
  moment<FileRow>(['上传时间', '上傳時間', 'Uploaded at'], (row) => row.createTime),
]

const pending: Words = ['待处理', '待處理', 'Pending']

export const complaintColumns = [
  text<Complaint>(['设施', '設施', 'Facility'], (row) => row.facilityName, 24),
  text<Complaint>(['所属部门', '所屬部門', 'Department'], (row) => row.deptName),
  choice<Complaint>(
    ['事件类型', '事件類型', 'Kind'],
    { [ComplaintType.complaint]: ['投诉', '投訴', 'Complaint'], [ComplaintType.feedback]: ['反馈', '反饋', 'Feedback'] },
    (row) => row.eventType,
  ),
  text<Complaint>(['内容', '內容', 'What was said'], (row) => row.content, 50),
  text<Complaint>(['上报人', '上報人', 'Reporter'], (row) => row.reportPerson),
  text<Complaint>(['联系方式', '聯絡方式', 'Contact'], (row) => row.contactInformation),
  text<Complaint>(['位置', '位置', 'Place'], (row) => row.position, 30),
  moment<Complaint>(['上报时间', '上報時間', 'Reported at'], (row) => row.eventTime),
  choice<Complaint>(
    ['处理状态', '處理狀態', 'State'],
    {
      [ComplaintStatus.new]: pending,
      [ComplaintStatus.pending]: pending,
      [ComplaintStatus.handled]: ['已处理', '已處理', 'Handled'],
    },
    (row) => row.status,
  ),
  text<Complaint>(['回复内容', '回覆內容', 'Reply'], (row) => row.resultContent, 50),
  moment<Complaint>(['回复时间', '回覆時間', 'Answered at'], (row) => row.resultTime),
]

export const approvalColumns = [
  text<Approval>(['申请人', '申請人', 'Applicant'], (row) => row.objectName),
  text<Approval>(['提交人', '提交人', 'Submitted by'], (row) => row.submittedByName),
  text<Approval>(['部门', '部門', 'Department'], (row) => row.deptName),
  choice<Approval>(['类型', '類型', 'Type'], leaveWords, (row) => row.type),
  moment<Approval>(['开始时间', '開始時間', 'From'], (row) => row.startTime),
  moment<Approval>(['结束时间', '結束時間', 'To'], (row) => row.endTime),
  figure<Approval>(['天数', '天數', 'Days'], (row) => row.fate),
  text<Approval>(['原因', '原因', 'Reason'], (row) => row.reason, 40),
  choice<Approval>(
    ['状态', '狀態', 'Status'],
    {
      1: ['待审批', '待審批', 'Pending'],
      2: ['已通过', '已通過', 'Approved'],
      3: ['已驳回', '已駁回', 'Rejected'],
      4: ['已撤销', '已撤銷', 'Withdrawn'],
    },
    (row) => row.status,
  ),
  moment<Approval>(['申请时间', '申請時間', 'Applied at'], (row) => row.createTime),
]

export const cleaningColumns = [
  text<CleaningReport>(['编号', '編號', 'Number'], (row) => row.code, 20),
  choice<CleaningReport>(
    ['类型', '類型', 'Kind'],
    {
      [CleaningType.suction]: ['抽粪', '抽糞', 'Emptying'],
      [CleaningType.cleaning]: ['保洁', '保潔', 'Cleaning'],
      [CleaningType.repair]: ['维修', '維修', 'Repair'],
    },
    (row) => row.type,
  ),
  text<CleaningReport>(['设施', '設施', 'Facility'], (row) => row.facilityName, 24),
  text<CleaningReport>(['位置', '位置', 'Position'], (row) => row.position, 40),
  text<CleaningReport>(['内容', '內容', 'What'], (row) => row.content, 40),
  text<CleaningReport>(['部门', '部門', 'Department'], (row) => row.deptName),
  text<CleaningReport>(['上报人', '上報人', 'Reported by'], (row) => row.reporter),
  text<CleaningReport>(['联系方式', '聯絡方式', 'Contact'], (row) => row.contact),
  moment<CleaningReport>(['上报时间', '上報時間', 'Reported at'], (row) => row.reportTime),
  choice<CleaningReport>(
    ['状态', '狀態', 'State'],
    {
      [CleaningStatus.created]: ['待派单', '待派單', 'To assign'],
      [CleaningStatus.assigned]: ['待处理', '待處理', 'To do'],
      [CleaningStatus.processed]: ['待评价', '待評價', 'To evaluate'],
      [CleaningStatus.evaluated]: ['待办结', '待辦結', 'To close'],
      [CleaningStatus.over]: ['已办结', '已辦結', 'Closed'],
    },
    (row) => row.status,
  ),
  text<CleaningReport>(['处理人', '處理人', 'Assignee'], (row) => row.assigneeName),
  text<CleaningReport>(['车辆', '車輛', 'Vehicle'], (row) => row.plateNumber),
  moment<CleaningReport>(['派单时间', '派單時間', 'Assigned at'], (row) => row.assignTime),
  moment<CleaningReport>(['处理时间', '處理時間', 'Done at'], (row) => row.processTime),
  text<CleaningReport>(['处理结果', '處理結果', 'Result'], (row) => row.processRemark, 40),
  figure<CleaningReport>(['评分', '評分', 'Score'], (row) => row.score),
  text<CleaningReport>(['评价', '評價', 'Evaluation'], (row) => row.evaluation, 40),
  moment<CleaningReport>(['办结时间', '辦結時間', 'Closed at'], (row) => row.overTime),
]

/** Whether the viewer may give it is no part of the sheet. */
type RoleLine = Omit<Role, 'mayGive'>

export const roleColumns = [
  text<RoleLine>(['角色名称', '角色名稱', 'Role name'], (row) => row.roleName),
  text<RoleLine>(['角色标识', '角色標識', 'Code'], (row) => row.roleCode, 24),
  choice<RoleLine>(
    ['数据权限', '資料權限', 'Data scope'],
    {
      [DataScope.all]: ['全部', '全部', 'All'],
      [DataScope.chosen]: ['自定义部门', '自訂部門', 'Chosen departments'],
      [DataScope.below]: ['本部门及下级', '本部門及下級', 'Own and below'],
      [DataScope.own]: ['本部门', '本部門', 'Own department'],
    },
    (row) => row.dsType,
  ),
  figure<RoleLine>(['用户数', '用戶數', 'Users'], (row) => row.userCount),
  text<RoleLine>(['说明', '說明', 'Description'], (row) => row.roleDesc, 40),
  moment<RoleLine>(['修改时间', '修改時間', 'Changed at'], (row) => row.updateTime),
]

export const deviceColumns = [
  text<Device>(['终端号', '終端號', 'Number'], (row) => row.terminalNo),
  text<Device>(['绑定对象', '綁定對象', 'Bound to'], (row) => row.objectName),
  choice<Device>(
    ['在线', '線上', 'Online'],
    { true: ['在线', '線上', 'Online'], false: ['离线', '離線', 'Offline'] },
    ({ online }) => String(online),
  ),
  moment<Device>(['最后通信', '最後通訊', 'Last heard'], (row) => row.lastSeen),
  text<Device>(['协议', '協定', 'Protocol'], (row) => row.protocol),
  text<Device>(['厂商', '廠商', 'Manufacturer'], (row) => row.manufacturer),
  text<Device>(['型号', '型號', 'Model'], (row) => row.model),
  moment<Device>(['定位时间', '定位時間', 'Time of the fix'], (row) => row.time),
  figure<Device>(['经度', '經度', 'Longitude'], (row) => row.lng),
  figure<Device>(['纬度', '緯度', 'Latitude'], (row) => row.lat),
  figure<Device>(['速度 (km/h)', '速度 (km/h)', 'Speed (km/h)'], (row) => row.speed),
]

export const tokenColumns = [
  text<LogIn>(['用户名', '使用者名稱', 'User name'], (row) => row.username),
  text<LogIn>(['姓名', '姓名', 'Name'], (row) => row.name),
  text<LogIn>(['所属部门', '所屬部門', 'Department'], (row) => row.deptName),
  text<LogIn>(['登录地址', '登入位址', 'Address'], (row) => row.address),
  text<LogIn>(['浏览器', '瀏覽器', 'Browser'], (row) => row.userAgent, 40),
  moment<LogIn>(['登录时间', '登入時間', 'Since'], (row) => row.createTime),
  moment<LogIn>(['到期时间', '到期時間', 'Ends'], (row) => row.expires),
  choice<LogIn>(
    ['状态', '狀態', 'State'],
    { true: ['已锁屏', '已鎖屏', 'Locked'], false: ['在线', '線上', 'Open'] },
    ({ isLocked }) => String(isLocked),
  ),
]

export const providerColumns = [
  text<SocialProvider>(['名称', '名稱', 'Name'], (row) => row.remark),
  text<SocialProvider>(['类型', '類型', 'Type'], (row) => row.type),
  text<SocialProvider>(['身份服务地址', '身分服務位址', 'Issuer'], (row) => row.issuer, 40),
  text<SocialProvider>(['应用标识', '應用標識', 'Client id'], (row) => row.appId, 24),
  moment<SocialProvider>(['创建时间', '建立時間', 'Added'], (row) => row.createTime),
]
