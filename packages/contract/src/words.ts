/** What the checks of the contract say to a person, by the key that a form gives as its message: zh-CN, zh-TW, en-US. Source: spec 4, S0 §5, S1 §5. */
export const ruleWords = {
  enterUsername: ['请输入用户名', '請輸入使用者名稱', 'Please enter the user name'],
  enterPassword: ['请输入密码', '請輸入密碼', 'Please enter the password'],
  passwordShort: ['密码长度最少为6位', '密碼長度最少為6位', 'The password must have 6 characters at least'],
  usernameLetters: [
    '用户名只能是文字、数字和 _ . @ -',
    '使用者名稱只能是文字、數字和 _ . @ -',
    'A user name is made of letters, digits and _ . @ -',
  ],
  enterPhone: ['手机号码不能为空', '手機號碼不能為空', 'The mobile number must not be empty'],
  phoneLength: ['手机号码长度不为11位', '手機號碼長度不為11位', 'A mobile number has 11 digits'],
  phoneFormat: ['手机号码格式不正确', '手機號碼格式不正確', 'This is no mobile number'],
  smsCodeLength: ['请输入4位数的验证码', '請輸入4位數的驗證碼', 'Please enter the 4 digits of the code'],
  lockPasswordEmpty: ['锁屏密码不能为空', '鎖屏密碼不能為空', 'Lock screen password cannot be empty'],
  enterMenuName: ['请输入菜单名称', '請輸入選單名稱', 'Please enter the name of the menu item'],
  conditionKind: ['这类对象没有这种条件', '這類對象沒有這種條件', 'Objects of this kind have no such condition'],
  enterHours: ['这种条件需要时段或班次', '這種條件需要時段或班次', 'This condition needs hours or shifts'],
  enterShiftName: ['请输入班次名称', '請輸入班次名稱', 'Please enter the name of the shift'],
  enterRuleName: ['请输入规则名称', '請輸入規則名稱', 'Please enter the name of the rule'],
  enterDepartmentName: ['请输入部门名称', '請輸入部門名稱', 'Please enter the name of the department'],
  enterAreaName: ['请输入围栏名称', '請輸入圍欄名稱', 'Please enter the name of the area'],
  enterRoleName: ['请输入角色名称', '請輸入角色名稱', 'Please enter the name of the role'],
  enterRoleCode: ['请输入角色标识', '請輸入角色標識', 'Please enter the code of the role'],
  roleCodeLetters: [
    '角色标识只能是字母、数字和下划线，以字母开头',
    '角色標識只能是字母、數字和底線，以字母開頭',
    'The code of a role is made of letters, digits and underscores and begins with a letter',
  ],
  enterFacilityName: ['请输入名称', '請輸入名稱', 'Please enter a name'],
  chooseFacilityType: ['请选择设施类型', '請選擇設施類型', 'Please choose the facility type'],
  enterPlate: ['请输入车牌号', '請輸入車牌號', 'Please enter the plate number'],
  chooseVehicleType: ['请选择车辆类型', '請選擇車輛類型', 'Please choose the vehicle type'],
  outsideAddress: [
    '请填写 https:// 开头的网址',
    '請填寫 https:// 開頭的網址',
    'Please enter an address that begins with https://',
  ],
  innerPath: ['须是 / 开头的站内路径', '須是 / 開頭的站內路徑', 'This must be a path of this site that begins with /'],
  momentFormat: ['时间格式应为 yyyy-MM-dd HH:mm:ss', '時間格式應為 yyyy-MM-dd HH:mm:ss', 'A time is written yyyy-MM-dd HH:mm:ss'],
  dayFormat: ['日期格式应为 yyyy-MM-dd', '日期格式應為 yyyy-MM-dd', 'A date is written yyyy-MM-dd'],
  fileNames: ['请先上传文件', '請先上傳檔案', 'Please upload the files first'],
  tooManyFiles: ['最多可上传9个文件', '最多可上傳9個檔案', 'There can be 9 files at most'],
  spanReversed: ['结束不能早于开始', '結束不能早於開始', 'The end must not be before the beginning'],
  spanTooLong: ['一次最多366天', '一次最多366天', 'It can be 366 days at most'],
  enterCleaning: ['请填写报洁内容', '請填寫報潔內容', 'Please say what is to be done'],
  enterResult: ['请填写处理结果', '請填寫處理結果', 'Please say what was done'],
  choosePerson: ['请选择人员', '請選擇人員', 'Please choose a person'],
  enterPlanName: ['请输入计划名称', '請輸入計劃名稱', 'Please enter the name of the plan'],
  chooseFacilities: ['请选择设施', '請選擇設施', 'Please choose the facilities'],
  enterDueTimes: ['请选择到场时间', '請選擇到場時間', 'Please choose the times of the visits'],
  parameterImpossible: ['该参数不能是这个值', '該參數不能是這個值', 'This parameter cannot have that value'],
  readingImpossible: ['该指标没有这样的数值', '該指標沒有這樣的數值', 'This metric has no such value'],
  clockFormat: ['时间格式应为 HH:mm', '時間格式應為 HH:mm', 'A time of day is written HH:mm'],
} as const

export type RuleWord = keyof typeof ruleWords
/** In the order of the texts. */
export const languages = ['zh-CN', 'zh-TW', 'en-US'] as const
export type Language = (typeof languages)[number]

const isRuleWord = (message: string): message is RuleWord => Object.hasOwn(ruleWords, message)

/** What a check's `message` says in `language`; undefined when it is no key but a text already. */
export const sayRule = (language: Language, message: string) =>
  isRuleWord(message) ? ruleWords[message][languages.indexOf(language)] : undefined
