/** What the server says to people, in the three languages. Chinese texts follow spec 4 where it gives them. */
const words = {
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
  real: ['真实违章', '真實違章', 'real violation'],
  falseSystem: ['系统误报', '系統誤報', 'false alarm: system'],
  falseDispatch: ['临时调度误报', '臨時調度誤報', 'false alarm: temporary dispatch'],
  revoked: ['撤销', '撤銷', 'revoked'],
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
  departmentTaken: ['同级部门名称已存在', '同級部門名稱已存在', 'A department of this name exists here'],
  departmentInUse: [
    '部门下有用户、车辆或围栏，不能删除',
    '部門下有用戶、車輛或圍欄，不能刪除',
    'Users, vehicles or areas belong to the department',
  ],
  departmentCycle: ['上级部门不能是自己或下级', '上級部門不能是自己或下級', 'A department cannot be below itself'],
  areaInUse: ['围栏被规则 {what} 使用，不能删除', '圍欄被規則 {what} 使用，不能刪除', 'The area is used by the rule {what}'],
  spanTooLong: ['查询时间不能超过 {days} 天', '查詢時間不能超過 {days} 天', 'The span may be {days} days at most'],
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
  badTempToken: ['临时令牌无效或已过期', '臨時令牌無效或已過期', 'The temporary token is invalid or has expired'],
  spanReversed: ['开始时间不能晚于结束时间', '開始時間不能晚於結束時間', 'The start must not be later than the end'],
} as const

export type Word = keyof typeof words
export const languages = ['zh-CN', 'zh-TW', 'en-US'] as const
export type Language = (typeof languages)[number]

/** `word` in `language`, with `{name}` replaced from `values`. */
export const say = (language: Language, word: Word, values: Record<string, string | number> = {}) =>
  words[word][languages.indexOf(language)]!.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** The language a request wants: the cookie `language`, else Accept-Language, else simplified Chinese. */
export function languageOf(headers: { cookie?: string | undefined; 'accept-language'?: string | undefined }): Language {
  const wanted = /(?:^|;\s*)language=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? headers['accept-language'] ?? ''
  if (/^zh-(TW|HK|Hant)/i.test(wanted)) return 'zh-TW'
  return /^en/i.test(wanted) ? 'en-US' : 'zh-CN'
}
