import { type Language, languages } from '@huanwei/contract/words'
import { violationWords } from './violation-words.ts'

/** A text in the three languages. */
export type Words = readonly [string, string, string]

/** What the server says to people, in the three languages. Chinese texts follow spec 4 where it gives them. */
export const words = {
  badCredentials: ['用户名不存在或者密码错误', '用戶名不存在或者密碼錯誤', 'User name does not exist or password is wrong'],
  userLocked: ['用户帐号已被锁定', '用戶帳號已被鎖定', 'The account is locked'],
  tenantFrozen: ['租户已被冻结', '租戶已被凍結', 'The organisation is frozen'],
  captchaEmpty: ['验证码不能为空', '驗證碼不能為空', 'Captcha must not be empty'],
  captchaWrong: ['验证码不合法', '驗證碼不合法', 'Captcha is wrong or has expired'],
  tooMany: ['请求过频繁', '請求過頻繁', 'Too many requests'],
  badClient: ['客户端认证失败', '客戶端認證失敗', 'Client authentication failed'],
  unauthorized: ['请先登录', '請先登錄', 'Please log in'],
  badTenant: ['无效的TenantId', '無效的TenantId', 'Invalid TenantId'],
  denied: ['权限不足,不允许访问', '權限不足,不允許訪問', 'Not permitted'],
  missing: ['资源不存在', '資源不存在', 'It does not exist'],
  invalid: ['参数错误: {what}', '參數錯誤: {what}', 'Invalid request: {what}'],
  required: ['必填项不能为空', '必填項不能為空', 'Required field cannot be empty'],
  bug: [
    '系统未知错误,请反馈给管理员 ({reference})',
    '系統未知錯誤,請反饋給管理員 ({reference})',
    'Unknown system error, please report it ({reference})',
  ],
  noTokenToLeave: ['退出失败，token 为空', '退出失敗，token 為空', 'Log-out failed, no token'],
  badTokenToLeave: ['退出失败，token 无效', '退出失敗，token 無效', 'Log-out failed, invalid token'],
  invalidToken: ['invalid_token', 'invalid_token', 'invalid_token'],
  notRecipient: ['只能查询自己的消息', '只能查詢自己的消息', 'Only your own messages can be read'],
  alreadyHandled: [
    '{who} 已于 {when} 处理: {what}',
    '{who} 已於 {when} 處理: {what}',
    'Already handled by {who} at {when}: {what}',
  ],
  notHandledYet: ['尚未处理, 不能撤销', '尚未處理, 不能撤銷', 'Not handled yet, cannot be revoked'],
  alreadyRevoked: ['{who} 已于 {when} 撤销', '{who} 已於 {when} 撤銷', 'Already revoked by {who} at {when}'],
  claimed: [
    '{who} 正在处理，认领至 {until}',
    '{who} 正在處理，認領至 {until}',
    '{who} is dealing with it and has claimed it until {until}',
  ],
  real: ['真实违章', '真實違章', 'real violation'],
  falseSystem: ['系统误报', '系統誤報', 'false alarm: system'],
  falseDispatch: ['临时调度误报', '臨時調度誤報', 'false alarm: temporary dispatch'],
  revoked: ['撤销', '撤銷', 'revoked'],
  approvalDecided: [
    '{who} 已于 {when} 审批: {what}',
    '{who} 已於 {when} 審批: {what}',
    'Already decided by {who} at {when}: {what}',
  ],
  approvalRevoked: ['{who} 已于 {when} 撤销申请', '{who} 已於 {when} 撤銷申請', 'Withdrawn by {who} at {when}'],
  opinionMissing: ['驳回时请填写审批意见', '駁回時請填寫審批意見', 'An opinion is required when rejecting'],
  ownApproval: [
    '不能审批自己的申请或自己代人提交的申请',
    '不能審批自己的申請或自己代人提交的申請',
    'You cannot decide an application that is for you or that you submitted',
  ],
  notSubmitter: ['只有提交人可以撤销', '只有提交人可以撤銷', 'Only who submitted it can withdraw it'],
  noApprover: [
    '没有其他人可以审批 {who} 的申请，请联系管理员',
    '沒有其他人可以審批 {who} 的申請，請聯絡管理員',
    'Nobody else can decide applications of {who}, please ask the administrator',
  ],
  leaveTaken: [
    '{who} 在 {from} 至 {to} 已有申请，时间重叠',
    '{who} 在 {from} 至 {to} 已有申請，時間重疊',
    '{who} has applied for {from} to {to} already, which overlaps',
  ],
  approved: ['通过', '通過', 'approved'],
  rejected: ['驳回', '駁回', 'rejected'],
  inspectionMoved: ['{who} 已于 {when} {what}', '{who} 已於 {when} {what}', 'Already {what} by {who} at {when}'],
  inspectionWaits: ['还没有反馈，不能退回或关闭', '還沒有反饋，不能退回或關閉', 'There is no feedback yet to return or close'],
  reported: ['上报', '上報', 'reported'],
  fedBack: ['反馈', '反饋', 'answered'],
  returned: ['退回', '退回', 'returned'],
  closed: ['关闭', '關閉', 'closed'],
  notResponsible: ['只有责任人可以反馈', '只有責任人可以反饋', 'Only the person responsible may give feedback'],
  notReporter: ['只有上报人可以进行此操作', '只有上報人可以進行此操作', 'Only the person who reported it may do this'],
  reasonMissing: ['请填写退回原因', '請填寫退回原因', 'Please give the reason for the return'],
  responsibleGone: ['责任人不存在或已停用', '責任人不存在或已停用', 'The person responsible is gone or locked'],
  itemGone: ['选项不存在，请重新选择', '選項不存在，請重新選擇', 'There is no such item, please choose again'],
  photoGone: ['图片不存在，请重新上传', '圖片不存在，請重新上傳', 'A picture is gone, please upload it again'],
  complaintHandled: ['{who} 已于 {when} 回复', '{who} 已於 {when} 回覆', 'Already answered by {who} at {when}'],
  replyMissing: ['请输入回复内容', '請輸入回覆內容', 'Please enter reply content'],
  stickerUnknown: [
    '这个二维码没有对应的设施，请扫描现场的二维码',
    '這個二維碼沒有對應的設施，請掃描現場的二維碼',
    'No facility has this code; please scan the one on site',
  ],
  reportUnknown: ['没有这个查询码', '沒有這個查詢碼', 'There is no report with this code'],
  photosGone: ['照片已失效，请重新添加', '照片已失效，請重新添加', 'The photos have expired, please add them again'],
  plateTaken: ['车牌号已存在', '車牌號已存在', 'A vehicle with this plate exists'],
  terminalTaken: ['终端号已存在', '終端號已存在', 'A terminal with this number exists'],
  objectTaken: ['该对象已绑定终端 {what}', '該對象已綁定終端 {what}', 'The object is bound to terminal {what}'],
  menuHasChildren: ['菜单含有下级不能删除', '選單含有下級不能刪除', 'The item has others below it and cannot be removed'],
  menuCycle: ['上级菜单不能是自己或下级', '上級選單不能是自己或下級', 'An item cannot be below itself'],
  menuPlace: ['这一类型的菜单不能放在该上级之下', '這一類型的選單不能放在該上級之下', 'An item of this type cannot stand there'],
  menuPath: [
    '路径须以 / 开头，或是单位信息中允许的外部地址',
    '路徑須以 / 開頭，或是單位資訊中允許的外部地址',
    'The path must start with / or be an address that the organisation allows',
  ],
  menuPermission: [
    '按钮须有系统中存在且您拥有的权限标识，其他类型没有权限标识',
    '按鈕須有系統中存在且您擁有的權限標識，其他類型沒有權限標識',
    'A button needs a permission that exists and that you hold; other types have none',
  ],
  permissionLast: [
    '没有其他菜单带有权限 {what}，不能去掉；可以从角色中收回',
    '沒有其他選單帶有權限 {what}，不能去掉；可以從角色中收回',
    'No other item carries the permission {what}, so it must stay; take it from the roles instead',
  ],
  menuChanged: [
    '菜单已被他人修改，请刷新后重试',
    '選單已被他人修改，請重新整理後再試',
    'Somebody changed the menu meanwhile; refresh and try again',
  ],
  departmentChanged: [
    '部门“{what}”已于 {when} 被 {by} 修改，您的修改没有保存',
    '部門「{what}」已於 {when} 被 {by} 修改，您的修改沒有儲存',
    'The department "{what}" was changed by {by} at {when}; your changes were not saved',
  ],
  departmentTaken: ['同级部门名称已存在', '同級部門名稱已存在', 'A department of this name exists here'],
  departmentInUse: [
    '部门下有用户、车辆或围栏，不能删除',
    '部門下有用戶、車輛或圍欄，不能刪除',
    'Users, vehicles or areas belong to the department',
  ],
  departmentCycle: ['上级部门不能是自己或下级', '上級部門不能是自己或下級', 'A department cannot be below itself'],
  areaInUse: ['围栏被规则 {what} 使用，不能删除', '圍欄被規則 {what} 使用，不能刪除', 'The area is used by the rule {what}'],
  areaNoRoute: ['围栏 {what} 不是路线', '圍欄 {what} 不是路線', 'The area {what} is not a route'],
  areaMustBeRoute: ['规则 {what} 需要它是路线', '規則 {what} 需要它是路線', 'The rule {what} needs it to be a route'],
  shiftTaken: ['班次名称已存在', '班次名稱已存在', 'A shift of this name exists'],
  shiftInUse: ['班次被规则 {what} 使用，不能删除', '班次被規則 {what} 使用，不能刪除', 'The shift is used by the rule {what}'],
  dayOver: [
    '已经开始的日期不能取消，过去的日期不能更改',
    '已經開始的日期不能取消，過去的日期不能更改',
    'A day that has begun cannot be cleared, and one that is over not changed',
  ],
  spanTooLong: ['查询时间不能超过 {days} 天', '查詢時間不能超過 {days} 天', 'The span may be {days} days at most'],
  unitTaken: ['单位信息已存在', '單位資訊已存在', 'The unit is set already'],
  unitChanged: [
    '单位信息已于 {when} 被修改，请重新打开',
    '單位資訊已於 {when} 被修改，請重新打開',
    'The unit was changed at {when}, please open it again',
  ],
  fileIsLogo: ['该文件是单位的徽标，不能删除', '該檔案是單位的徽標，不能刪除', 'The file is the logo of the organisation'],
  fileIsIcon: [
    '该文件是单位的网站图标，不能删除',
    '該檔案是單位的網站圖示，不能刪除',
    'The file is the site icon of the organisation',
  ],
  fileIsAvatar: ['该文件是 {who} 的头像，不能删除', '該檔案是 {who} 的頭像，不能刪除', 'The file is the picture of {who}'],
  fileOfTerminal: ['该文件是终端拍的照片，不能删除', '該檔案是終端拍的照片，不能刪除', 'A terminal took this photo'],
  fileOfInspection: [
    '该文件是巡查上报的照片，不能删除',
    '該檔案是巡查上報的照片，不能刪除',
    'The file is a photo of an inspection',
  ],
  fileOfComplaint: [
    '该文件是公众事件的照片，不能删除',
    '該檔案是公眾事件的照片，不能刪除',
    'The file is a photo of a public event',
  ],
  fileOfCleaning: [
    '该文件是保洁上报的照片，不能删除',
    '該檔案是保潔上報的照片，不能刪除',
    'The file is a photo of a cleaning report',
  ],
  fileMissing: ['请选择文件', '請選擇檔案', 'Please choose a file'],
  fileCut: ['文件没有传完', '檔案沒有傳完', 'The file did not arrive whole'],
  fileTooLarge: ['文件不能超过 {size} MB', '檔案不能超過 {size} MB', 'A file may have {size} MB at most'],
  fileType: ['只支持{types}格式文件！', '只支援{types}格式檔案！', 'Only support {types} format files!'],
  titleSanitation: [
    '智慧环卫综合信息化管理系统',
    '智慧環衛綜合資訊化管理系統',
    'Smart Sanitation Integrated Information Management System',
  ],
  titleToilet: [
    '农村改厕综合长效管护系统',
    '農村改廁綜合長效管護系統',
    'Rural Toilet Renovation Integrated Long-Term Care System',
  ],
  shortNameSanitation: ['智慧环卫', '智慧環衛', 'Smart Sanitation'],
  shortNameToilet: ['农厕管护', '農廁管護', 'Toilet Care'],
  locked: ['屏幕已锁定，请先解锁', '螢幕已鎖定，請先解鎖', 'The screen is locked, unlock it first'],
  noLockPassword: ['还没有设置锁屏密码', '還沒有設定鎖屏密碼', 'No lock screen password has been set'],
  unlockWrong: ['解锁密码错误,请重新输入', '解鎖密碼錯誤,請重新輸入', 'Wrong unlock password, please enter it again'],
  unlockWait: [
    '解锁密码多次错误，请 {seconds} 秒后再试',
    '解鎖密碼多次錯誤，請 {seconds} 秒後再試',
    'Too many wrong passwords, try again in {seconds} seconds',
  ],
  smsUnknown: ['手机号未注册', '手機號未註冊', 'No account has this mobile number'],
  smsStillGood: ['手机号验证码未过期', '手機號驗證碼未過期', 'The last code is still good'],
  smsNone: [
    '没有配置短信服务，不能用手机号登录',
    '沒有配置簡訊服務，不能用手機號登入',
    'No SMS service is set up, so logging in by mobile number is off',
  ],
  smsFailed: ['短信发送失败，请稍后再试', '簡訊發送失敗，請稍後再試', 'The message could not be sent, try again later'],
  smsText: [
    '【环卫】您的登录验证码是 {code}，{minutes} 分钟内有效，请勿告诉他人。',
    '【環衛】您的登入驗證碼是 {code}，{minutes} 分鐘內有效，請勿告訴他人。',
    '[Huanwei] Your log-in code is {code}. It is good for {minutes} minutes; tell nobody.',
  ],
  notBound: [
    '未绑定登录账号，请使用密码登录后绑定',
    '未綁定登入帳號，請使用密碼登入後綁定',
    'No account is bound to it: log in with a password and bind it',
  ],
  socialFailed: [
    '第三方登录没有成功，请重试',
    '第三方登入沒有成功，請重試',
    'The log-in at the provider did not work, try again',
  ],
  socialUnreachable: ['身份服务 {what} 无法连接', '身份服務 {what} 無法連接', 'The identity provider {what} cannot be reached'],
  socialTaken: ['该社交账号已绑定其他用户', '該社交帳號已綁定其他用戶', 'This account is bound to somebody else'],
  socialBound: [
    '您已绑定过该平台的账号，请先解绑',
    '您已綁定過該平台的帳號，請先解綁',
    'You are bound to an account there already, unbind it first',
  ],
  providerTaken: ['该类型已配置', '該類型已配置', 'This type is set up already'],
  issuerInsecure: ['身份服务地址必须是 https', '身份服務地址必須是 https', 'The address of the provider must be https'],
  badTempToken: ['临时令牌无效或已过期', '臨時令牌無效或已過期', 'The temporary token is invalid or has expired'],
  spanReversed: ['开始时间不能晚于结束时间', '開始時間不能晚於結束時間', 'The start must not be later than the end'],
  departmentGone: ['部门已被删除', '部門已被刪除', 'The department was removed meanwhile'],
  siblingsChanged: [
    '部门刚刚有变动，请刷新后重试',
    '部門剛剛有變動，請重新整理後重試',
    'The departments changed meanwhile, please refresh',
  ],
  goneMeanwhile: [
    '相关数据刚刚被删除或正在被使用，请刷新后重试',
    '相關資料剛剛被刪除或正在被使用，請重新整理後重試',
    'Something this refers to was removed meanwhile or is in use, please refresh',
  ],
  tryoutRuns: [
    '您在 {when} 开始的试用还在进行，请等它结束',
    '您在 {when} 開始的試用還在進行，請等它結束',
    'The try-out you began at {when} is still running, please wait for it',
  ],
  tryoutsBusy: [
    '同时试用的规则太多，请稍后再试',
    '同時試用的規則太多，請稍後再試',
    'Too many rules are being tried out just now, please try again later',
  ],
  tryoutStopped: ['试用已中止，请重试', '試用已中止，請重試', 'The try-out was stopped, please try again'],
  usernameTaken: ['用户名已存在', '用戶名已存在', 'A user of this name exists'],
  phoneTaken: ['手机号码已被 {who} 使用', '手機號碼已被 {who} 使用', 'The phone number belongs to {who}'],
  userChanged: [
    '{who} 的资料已于 {when} 被 {by} 修改，您的修改没有保存',
    '{who} 的資料已於 {when} 被 {by} 修改，您的修改沒有儲存',
    '{who} was changed by {by} at {when}; your changes were not saved',
  ],
  userTooMuch: [
    '{who} 的权限超出您的权限，您不能修改',
    '{who} 的權限超出您的權限，您不能修改',
    '{who} may do more than you; you cannot change that user',
  ],
  ownUser: ['不能删除或锁定自己', '不能刪除或鎖定自己', 'You cannot remove or lock yourself'],
  lastAdministrator: [
    '{who} 是最后一位管理员，不能删除、锁定或取消其管理员角色',
    '{who} 是最後一位管理員，不能刪除、鎖定或取消其管理員角色',
    '{who} is the last administrator and must stay one',
  ],
  wrongOldPassword: ['原密码错误，修改失败', '原密碼錯誤，修改失敗', 'The old password is wrong, nothing was changed'],
  roleCodeTaken: ['角色标识已存在', '角色標識已存在', 'A role of this code exists'],
  roleChanged: [
    '角色“{what}”已于 {when} 被 {by} 修改，您的修改没有保存',
    '角色「{what}」已於 {when} 被 {by} 修改，您的修改沒有儲存',
    'The role "{what}" was changed by {by} at {when}; your changes were not saved',
  ],
  roleInUse: ['还有 {n} 个用户使用该角色，不能删除', '還有 {n} 個用戶使用該角色，不能刪除', '{n} users have this role'],
  roleFixed: [
    '管理员角色不能删除，其标识、权限和数据权限不能修改',
    '管理員角色不能刪除，其標識、權限和資料權限不能修改',
    'The administrator role stays, with its code, permissions and data scope',
  ],
  roleGone: ['角色不存在', '角色不存在', 'There is no such role'],
  roleTooMuch: [
    '角色“{what}”的权限超出您的权限',
    '角色「{what}」的權限超出您的權限',
    'The role "{what}" gives more than you have',
  ],
  menusTooMuch: ['不能授予您没有的权限: {what}', '不能授予您沒有的權限: {what}', 'You do not have what you want to give: {what}'],
  scopeTooWide: ['不能授予比自己更大的数据权限范围', '不能授予比自己更大的資料權限範圍', 'The data scope is wider than your own'],
  departmentsTooMuch: [
    '不能授予您数据权限之外的部门: {what}',
    '不能授予您資料權限之外的部門: {what}',
    'These departments are outside your data scope: {what}',
  ],
  importTwice: ['与第 {row} 行重复', '與第 {row} 列重複', 'The same as in row {row}'],
  importGender: ['性别只能是男、女或空', '性別只能是男、女或空', 'The gender is 男, 女 or empty'],
  importDepartment: ['没有部门“{what}”', '沒有部門「{what}」', 'There is no department "{what}"'],
  importDepartments: [
    '有多个部门叫“{what}”，请写上级，如 {example}',
    '有多個部門叫「{what}」，請寫上級，如 {example}',
    'Several departments are called "{what}"; write the one above too: {example}',
  ],
  importRole: ['没有角色“{what}”', '沒有角色「{what}」', 'There is no role "{what}"'],
  exportsFull: [
    '您有 {n} 个导出还没有完成，请等待或取消',
    '您有 {n} 個匯出還沒有完成，請等待或取消',
    '{n} of your exports are unfinished; wait for them or cancel them',
  ],
  exportEnded: ['导出已经结束', '匯出已經結束', 'The export has ended already'],
  exportGoesOn: ['导出正在进行或已完成', '匯出正在進行或已完成', 'The export is under way or finished'],
  exportUnready: ['导出还没有完成', '匯出還沒有完成', 'The export is not finished yet'],
  exportOutOfReach: [
    '您的权限或数据范围已变化，不能再取得这些数据，请重新导出',
    '您的權限或資料範圍已變化，不能再取得這些資料，請重新匯出',
    'Your permissions or data scope have changed; these rows are out of your reach. Export again',
  ],
  diskFull: [
    '存储空间已满，没有保存，请联系管理员',
    '儲存空間已滿，沒有儲存，請聯絡管理員',
    'The storage is full; nothing was saved. Please tell an administrator',
  ],
  taskApproval: ['请假审批', '請假審批', 'Leave approval'],
  ...violationWords,
  cleaningElsewhere: [
    '{who} 已于 {when} {what}，请按最新状态处理',
    '{who} 已於 {when} {what}，請按最新狀態處理',
    'It was {what} by {who} at {when}; go on from there',
  ],
  notAssignee: [
    '只有处理人或有处理权限的人可以处理',
    '只有處理人或有處理權限的人可以處理',
    'Only who it is assigned to may do it',
  ],
  cleaningDenied: ['您没有此报洁的操作权限', '您沒有此報潔的操作權限', 'You may not do this to the report'],
  cleaningCreated: ['上报', '上報', 'reported'],
  cleaningAssigned: ['派单', '派單', 'assigned'],
  cleaningProcessed: ['处理', '處理', 'done'],
  cleaningEvaluated: ['评价', '評價', 'evaluated'],
  cleaningOver: ['办结', '辦結', 'closed'],
  assigneeGone: ['处理人不存在或已停用', '處理人不存在或已停用', 'There is no such person, or the account is locked'],
  deviceKeyUnknown: ['设备密钥无效', '設備密鑰無效', 'The device key is unknown'],
  sensorUnbound: [
    '设备没有绑定对象，读数没有保存',
    '設備沒有綁定對象，讀數沒有儲存',
    'The device is bound to nothing; its readings were not stored',
  ],
  terminalUnbound: ['终端没有绑定对象', '終端沒有綁定對象', 'The terminal is bound to nothing'],
  dataAway: [
    '暂时无法访问数据，请稍后重试',
    '暫時無法存取資料，請稍後重試',
    'The data cannot be reached for now, please try again later',
  ],
  notStored: ['暂时无法保存，请稍后重发', '暫時無法儲存，請稍後重發', 'It could not be stored for now, please send it again'],
  vehicleGone: ['车辆不存在', '車輛不存在', 'There is no such vehicle'],
  facilityGone: ['设施不存在', '設施不存在', 'There is no such facility'],
  placeMissing: ['请选择设施或填写位置', '請選擇設施或填寫位置', 'Choose a facility or say where it is'],
  eventRemoved: ['{who} 已于 {when} 删除', '{who} 已於 {when} 刪除', 'Already removed by {who} at {when}'],
  visitDone: ['{who} 已于 {when} 完成', '{who} 已於 {when} 完成', 'Already made by {who} at {when}'],
  notVisitor: ['只有计划的负责人可以完成', '只有計劃的負責人可以完成', 'Only who is to make the visit may do this'],
  planChanged: [
    '任务计划“{what}”已于 {when} 被 {by} 修改，您的修改没有保存',
    '任務計劃「{what}」已於 {when} 被 {by} 修改，您的修改沒有儲存',
    'The plan "{what}" was changed by {by} at {when}; your changes were not saved',
  ],
} as const

export type Word = keyof typeof words
/** One of three texts. */
export const inLanguage = (language: Language, texts: Words): string => texts[languages.indexOf(language)] ?? texts[0]

/** `word` in `language`, with `{name}` replaced from `values`. */
export const say = (language: Language, word: Word, values: Record<string, string | number> = {}) =>
  words[word][languages.indexOf(language)]!.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** The language a request wants: the cookie `language`, else the best of Accept-Language, else simplified Chinese. */
export function languageOf(headers: { cookie?: string | undefined; 'accept-language'?: string | undefined }): Language {
  const chosen = /(?:^|;\s*)language=([\w-]+)/.exec(headers.cookie ?? '')?.[1]
  return (chosen && languageFor(chosen)) || accepted(headers['accept-language'] ?? '') || 'zh-CN'
}

/** `fr, en;q=0.8` → English: the most wanted that the product speaks. */
function accepted(header: string) {
  const wanted = header.split(',').map((part) => {
    const [tag = '', ...rest] = part.trim().split(';')
    const weight = Number(/q=([\d.]+)/.exec(rest.join())?.[1] ?? 1)
    return { language: languageFor(tag), weight: Number.isNaN(weight) ? 0 : weight }
  })
  return wanted.filter(({ language, weight }) => language && weight > 0).sort((a, b) => b.weight - a.weight)[0]?.language
}

function languageFor(tag: string): Language | undefined {
  if (/^zh-(tw|hk|mo|hant)/i.test(tag)) return 'zh-TW'
  if (/^zh/i.test(tag)) return 'zh-CN'
  return /^en/i.test(tag) ? 'en-US' : undefined
}
